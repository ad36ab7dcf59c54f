/** A form on a page of its own, such as the sign-in: the fields and one wide button. */
import type { ReactNode } from 'react'
import { Button } from '../action/Button'
import type { ApiForm } from './useApiForm'
import { FormBody } from './FormBody'
import styles from './Form.module.css'

interface FormProps<Values extends object, Loaded, Saved> {
  form: ApiForm<Values, Loaded, Saved>
  action: string
  children: ReactNode
}

export function Form<Values extends object, Loaded, Saved>({
  form,
  action,
  children,
}: FormProps<Values, Loaded, Saved>) {
  return (
    <div className={styles.page}>
      <FormBody form={form} onSubmit={() => void form.submit()}>
        {children}
        <Button type="submit" kind="primary" busy={form.saving}>
          {action}
        </Button>
      </FormBody>
    </div>
  )
}
