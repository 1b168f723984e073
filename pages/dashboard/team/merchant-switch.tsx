import { FormError, useSubmission } from '../parts/form.tsx';
import { goOver, team } from './team.ts';

/** Which merchant is looked at: a name, or a choice for who is in several. */
export function MerchantSwitch() {
  const submission = useSubmission();
  const { merchants = [], merchantId } = team.value ?? {};
  if (merchants.length < 2) return null;
  return (
    <>
      <select
        class="select merchants"
        aria-label="Merchant"
        disabled={submission.busy}
        value={merchantId}
        onChange={(event) => {
          const { value } = event.currentTarget;
          submission.run(() => goOver(value))(event);
        }}
      >
        {merchants.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <FormError submission={submission} fields={[]} />
    </>
  );
}
