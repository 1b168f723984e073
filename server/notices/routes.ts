import { invalid } from '../../rules/api-error.ts';
import { isTimeZone } from '../../rules/notices/choices.ts';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import type { RequestContext, SessionAuth } from '../http/context.ts';
import type { Handlers } from '../http/handler.ts';
import { findReader, setChoices } from './choice-queries.ts';

/** What a signed-in person is told of the merchant that they are at. */
export function noticeRoutes({ db, clock, mail }: Pick<Deployment, 'db' | 'clock' | 'mail'>) {
  const present = async (sql: Db, { accountId, merchantId, livemode }: SessionAuth) => {
    const reader = await findReader(sql, { accountId, merchantId });
    if (reader === null) throw new Error('Bug: a session is of a member.');
    const { kinds, alsoTest, language, timeZone, digestHour, email } = reader;
    return {
      object: 'notice_choices' as const,
      livemode,
      email,
      isMailSent: mail !== null,
      kinds: [...kinds],
      alsoTest,
      language,
      timeZone,
      digestHour,
    };
  };
  return {
    getNoticeChoices: async (ctx) => ({ status: 200, body: await present(db, sessionOf(ctx)) }),

    setNoticeChoices: async (ctx, { body }) => {
      const session = sessionOf(ctx);
      if (!isTimeZone(body.timeZone))
        throw invalid('timeZone', 'must be the name of a time zone, such as Europe/Madrid');
      return db.begin(async (tx) => {
        await setChoices(tx, session, body, clock.seconds());
        return { status: 200, body: await present(tx, session) };
      });
    },
  } satisfies Pick<Handlers, 'getNoticeChoices' | 'setNoticeChoices'>;
}

function sessionOf({ auth }: RequestContext): SessionAuth {
  if (auth?.kind === 'session') return auth;
  throw new Error('Bug: this operation lets requests in without a session.');
}
