import { batch, effect, signal } from '@preact/signals';
import type { Team } from '@autopay/sdk';
import { RESTRICTED } from '../generated/roles.ts';
import { client, endsSession, merchantId, session } from '../session.ts';

/** Who the signed-in person is in the merchant that is looked at, and their other merchants; null until that is known. */
export const team = signal<Team | null>(null);

/** An operation that not everyone in a team may call. */
export type Restricted = keyof typeof RESTRICTED;

const RETRY_MS = 2_000;

effect(() => {
  if (session.value) void read();
  else team.value = null;
});

async function read(): Promise<void> {
  try {
    const found = await client.value.request<Team>('GET', '/v1/team');
    batch(() => {
      team.value = found;
      // From now on this tab stays at this merchant, whatever another tab goes over to.
      merchantId.value = found.merchantId;
    });
  } catch (error) {
    // Without its answer nothing is offered; whoever was signed out is told so by the views.
    if (!endsSession(error)) setTimeout(() => void read(), RETRY_MS);
  }
}

/** Whether the person's role lets them do it. What they may not do is not offered; the service refuses it in any case. */
export function may(operation: Restricted): boolean {
  const role = team.value?.role;
  return role !== undefined && (RESTRICTED[operation] as readonly string[]).includes(role);
}

/** The roles that may, for people: `owner, admin or finance`. */
export function rolesFor(operation: Restricted): string {
  const roles = [...RESTRICTED[operation]];
  const last = roles.pop()!;
  return roles.length === 0 ? last : `${roles.join(', ')} or ${last}`;
}

/** Goes over to another of the person's merchants, or to the one just joined. The page begins anew: nothing of the other stays on it. */
export async function goOver(id: string): Promise<void> {
  await client.value.request('POST', '/v1/team/switch', { body: { merchantId: id } });
  arriveAt(id);
}

/** Shows the overview of a merchant that the session is at already. */
export function arriveAt(id: string): void {
  merchantId.value = id;
  location.assign('/dashboard');
}
