import { ROLES, type Role, wordsOfRole } from './role-words.ts';
import { team } from './team.ts';

interface RoleSelectProps {
  control: object;
  value: Role;
  change: (role: Role) => void;
}

/** The roles that the signed-in person may give. */
export function RoleSelect({ control, value, change }: RoleSelectProps) {
  const own = team.value?.role;
  const given = ROLES.filter((role) => own === 'owner' || role !== 'owner');
  return (
    <select
      {...control}
      class="select"
      value={value}
      onChange={(event) => change(event.currentTarget.value as Role)}
    >
      {given.map((role) => (
        <option key={role} value={role}>
          {role}: {wordsOfRole(role)}
        </option>
      ))}
    </select>
  );
}
