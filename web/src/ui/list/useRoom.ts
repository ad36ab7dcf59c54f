import { useMediaQuery } from '@mantine/hooks'
import { roomyScreen, tightScreen, type Room } from './columns'

/** How much room the screen has for a table. */
export function useRoom(): Room {
  const isTight = useMediaQuery(tightScreen, false, { getInitialValueInEffect: false })
  const isRoomy = useMediaQuery(roomyScreen, false, { getInitialValueInEffect: false })
  if (isTight) return 'tight'
  return isRoomy ? 'roomy' : 'usual'
}
