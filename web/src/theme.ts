/**
 * The component library, set to our tokens (styles/tokens.css) and sizes: 13 px text, 32 px controls, radius 6.
 * Screens never pass a colour, size or radius; what they need more than once becomes a shape in ui/.
 */
import {
  Checkbox,
  createTheme,
  Input,
  Menu,
  Popover,
  Radio,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#f2f5f6',
  '#e7ebee',
  '#d5dbe0',
  '#b3bdc6',
  '#84919d',
  '#566370',
  '#3b4956',
  '#26333f',
  '#14202b',
]
const accent: MantineColorsTuple = [
  '#e8f3f4',
  '#e2f1f2',
  '#b9dde0',
  '#8cc6cc',
  '#5aa3ab',
  '#3a8f99',
  '#1d7d89',
  '#0b6b78',
  '#07606c',
  '#08565f',
]

const popover = { shadow: 'popover', radius: 8, zIndex: 500 } as const

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  shadows: { popover: 'var(--shadow-popover)' },
  defaultRadius: 'sm',
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { gray, accent },
  white: '#ffffff',
  black: '#14202b',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: Input.extend({
      vars: () => ({
        wrapper: { '--input-height': 'var(--control)', '--input-fz': 'var(--control-text)', '--input-padding': '10px' },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    Checkbox: Checkbox.extend({
      defaultProps: { radius: 4, size: 'sm' },
      vars: () => ({ root: { '--checkbox-size': '16px' } }),
    }),
    Radio: Radio.extend({ vars: () => ({ root: { '--radio-size': '16px' } }) }),
    // Without the part itself, which only forms load.
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Menu: Menu.extend({
      defaultProps: { ...popover, withInitialFocusPlaceholder: false, transitionProps: { duration: 0 } },
    }),
    Popover: Popover.extend({ defaultProps: { ...popover, transitionProps: { duration: 0 } } }),
    Combobox: { defaultProps: { ...popover, transitionProps: { duration: 0 } } },
    Select: { defaultProps: { comboboxProps: { ...popover, transitionProps: { duration: 0 } } } },
    MultiSelect: { defaultProps: { comboboxProps: { ...popover, transitionProps: { duration: 0 } } } },
  },
})

const tokens = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink3)',
  '--mantine-color-placeholder': 'var(--ink3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-default': 'var(--canvas)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line2)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink3)',
  '--mantine-color-disabled-border': 'var(--line2)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--selected)',
  '--mantine-primary-color-light-color': 'var(--link)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-accent-filled': 'var(--accent)',
}

/** Points the library's own variables at our tokens, the same in both colour schemes: the tokens change, not the names. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })
