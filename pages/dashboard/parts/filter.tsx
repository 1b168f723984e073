import { navigate, hrefOf, path, query } from '../router.ts';

/** A choice that narrows a list. It stands in the address, so that a narrowed list can be shared and comes back by the back button. */
export function Filter({
  name,
  label,
  options,
  labelOf = (option) => option.replaceAll('_', ' '),
}: {
  name: string;
  label: string;
  options: readonly string[];
  /** What a person reads for an option; default the option itself, in words. */
  labelOf?: (option: string) => string;
}) {
  const chosen = query.value.get(name) ?? '';
  return (
    <label class="row filter">
      <span>{label}</span>
      <select
        class="select select--short"
        value={chosen}
        onChange={(event) => narrow(name, event.currentTarget.value)}
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A text that narrows a list, such as an address; it takes effect when the field is left or Enter is pressed. */
export function TextFilter({ name, label }: { name: string; label: string }) {
  return (
    <label class="row filter">
      <span>{label}</span>
      <input
        class="input input--address"
        value={query.value.get(name) ?? ''}
        onChange={(event) => narrow(name, event.currentTarget.value.trim())}
      />
    </label>
  );
}

function narrow(name: string, value: string): void {
  const parameters = { ...Object.fromEntries(query.value), [name]: value };
  navigate(hrefOf(path.value, parameters), { replace: true });
}
