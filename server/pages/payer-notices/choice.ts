import { ApiError } from '../../../rules/api-error.ts';
import type { NoticeLanguage } from '../../../rules/notices/notice.ts';
import type { Deployment } from '../../deployment.ts';
import { getMandateForCheckout, type MandateRow } from '../../mandates/queries.ts';
import { getMerchant } from '../../merchants/queries.ts';
import { addressOf } from '../../payer-contacts/contact.ts';
import { removeAddress, shareAddress } from '../../payer-notices/change-choice.ts';
import { giveAddress } from '../../payer-notices/give-address.ts';
import { type LinkScope, readNoticesToken } from '../../payer-contacts/links.ts';
import type { Chooser } from '../../payer-contacts/note-choice.ts';
import { findContacts } from '../../payer-contacts/queries.ts';
import type { Page } from '../document.ts';
import type { Spoken } from '../languages.ts';
import { noticeFoot } from '../notice-foot.ts';
import { type Choice, choicePage, sellerOf } from './pages.ts';

/** What a mail address has at most (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 254;
/** One @, no spaces or control characters, a dot after it: whether it exists, the confirmation finds out. */
const ADDRESS =
  /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[^\s@<>"(),:;\\[\]\p{Cc}]+\.[^\s@<>"(),:;\\[\]\p{Cc}.]{2,}$/u;

/** The page on which a payer chooses. Throws resource_missing for a link that is not ours or no longer valid. */
export async function showChoice(deployment: Deployment, token: string, spoken: Spoken): Promise<Page> {
  const opened = await open(deployment, token);
  return choicePage(await readChoice(deployment, opened), spoken, footOf(deployment, token, spoken));
}

/** Counts a link to confirm an address against whoever asks for it. Throws rate_limit_exceeded. */
type CountLink = () => Promise<void>;

/** Does what the form says, and shows the page again. Throws the same, and what `countLink` throws. */
export async function choose(
  deployment: Deployment,
  token: string,
  form: URLSearchParams,
  { from, spoken, countLink }: { from: Omit<Chooser, 'isPayer'>; spoken: Spoken; countLink: CountLink },
): Promise<Page> {
  const opened = await open(deployment, token);
  const by = { ...from, isPayer: opened.scope === 'manage' };
  const said = await act(deployment, opened, form, { by, spoken, countLink });
  const choice = { ...(await readChoice(deployment, opened)), said };
  return choicePage(choice, spoken, footOf(deployment, token, spoken));
}

function footOf(deployment: Deployment, token: string, spoken: Spoken) {
  return noticeFoot(deployment, spoken, `/notices/${token}`);
}

interface Opened {
  scope: LinkScope;
  mandate: MandateRow;
}

async function open(deployment: Deployment, token: string): Promise<Opened> {
  const { db, clock, secretKeys, mail } = deployment;
  const allowed = mail === null ? null : readNoticesToken(secretKeys, token, clock.seconds());
  if (allowed === null) throw new ApiError('resource_missing');
  return { scope: allowed.scope, mandate: await getMandateForCheckout(db, allowed.mandateId) };
}

async function act(
  deployment: Deployment,
  { scope, mandate }: Opened,
  form: URLSearchParams,
  { by, spoken: { code }, countLink }: { by: Chooser; spoken: Spoken; countLink: CountLink },
): Promise<Choice['said']> {
  const { db, clock } = deployment;
  const { confirmed } = await findContacts(db, mandate, clock.seconds());
  // Who has the checkout's link may be the merchant: what a payer confirmed is changed with their wallet alone.
  const mayChange = scope === 'manage' || confirmed === null;
  if (!mayChange) return null;
  if (scope === 'manage' && form.get('do') === 'remove') {
    await removeAddress(deployment, mandate, by);
    return { kind: 'removed' };
  }
  if (scope === 'manage' && form.get('do') === 'share') {
    await shareAddress(deployment, mandate, form.get('share') === 'on', by);
    return { kind: 'saved' };
  }
  const address = (form.get('email') ?? '').trim();
  if (address.length > MAX_ADDRESS || !ADDRESS.test(address)) return { kind: 'invalid', address };
  await countLink();
  const language: NoticeLanguage = code === 'es' ? 'es' : 'en';
  const given = await giveAddress(deployment, mandate, {
    address,
    language,
    shared: form.get('share') === 'on',
    by,
  });
  return given === 'refused' || given === 'busy' ? { kind: given } : null;
}

async function readChoice(deployment: Deployment, { scope, mandate }: Opened): Promise<Choice> {
  const { db, clock, secretKeys } = deployment;
  const [{ confirmed, waiting }, merchant] = await Promise.all([
    findContacts(db, mandate, clock.seconds()),
    getMerchant(db, mandate.merchantId),
  ]);
  const isPayer = scope === 'manage';
  return {
    seller: sellerOf(merchant),
    livemode: mandate.livemode,
    isPayer,
    isOn: confirmed !== null,
    isWaiting: waiting !== null,
    shared: isPayer && (confirmed ?? waiting)?.shared === true,
    // The checkout's link shows no address: it says only whether there is one.
    address: isPayer && confirmed !== null ? addressOf(secretKeys, confirmed) : null,
    waitingAddress: isPayer && waiting !== null ? addressOf(secretKeys, waiting) : null,
    said: null,
  };
}
