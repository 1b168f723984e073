import { common } from '../words/here.ts';

/** Leads to where a payer chooses to be told of their payments by mail, in a tab of its own; nothing where no mail is sent. */
export function NoticesLink({ url }: { url: string | undefined }) {
  if (!url) return null;
  return (
    <a class="button button--quiet" href={url} target="_blank" rel="noreferrer">
      {common.noticesByMail}
    </a>
  );
}
