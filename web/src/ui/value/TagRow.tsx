/** Tags on one line of a cell, after what is said: as many whole ones as fit, then how many more there are, which name themselves on hover. */
import { OverflowList } from '@mantine/core'
import { Tag, type TagKind } from './Tag'
import styles from './TagRow.module.css'

export interface NamedTag {
  name: string
  kind: TagKind
}

export function TagRow({ says, tags }: { says?: string | undefined; tags: readonly NamedTag[] }) {
  return (
    <span className={styles.row}>
      {says && (
        <span className={styles.says} title={says}>
          {says}
        </span>
      )}
      {tags.length > 0 && (
        <OverflowList
          className={styles.tags}
          gap={8}
          data={[...tags]}
          getItemKey={({ name }) => name}
          renderItem={({ name, kind }) => (
            <span key={name} className={styles.tag}>
              <Tag kind={kind}>{name}</Tag>
            </span>
          )}
          renderOverflow={(rest) => (
            <span className={styles.tag}>
              <Tag kind={rest[0]?.kind ?? 'plain'} says={more(rest)}>
                +{rest.length}
              </Tag>
            </span>
          )}
        />
      )}
    </span>
  )
}

function more(rest: readonly NamedTag[]): string {
  return rest.map(({ name }) => name).join(', ')
}
