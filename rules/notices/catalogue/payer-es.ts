import type { AccountFailureCode } from '../../failures.ts';
import { type PayerEnded, type PayerFailed, type PayerNotice, WAITS } from '../payer.ts';
import type { NoticeCatalogue } from '../words.ts';
import type { NoticeWriter } from '../writer.ts';

type Own = Pick<NoticeCatalogue['notices'], PayerNotice['kind']>;

const thing = (product: string | null, name: (text: string) => string) =>
  product === null ? [] : [['Concepto', name(product)] as const];

const merchantOf = (merchant: string | null) => merchant ?? 'el vendedor';

/** What is wrong, and what cures it. */
const CURES: Record<AccountFailureCode, (amount: string, wallet: string) => string> = {
  insufficient_funds: (amount, wallet) =>
    `${wallet} tenía menos de ${amount}. Envíale lo que falta y el pago se hará en el próximo intento. No tienes que firmar nada.`,
  allowance_short: () =>
    'Lo que aprobaste ya no cubre este pago. Renuévalo con una sola firma: el botón te lleva allí.',
  allowance_gone: () =>
    'La aprobación se retiró en tu billetera o se dio a otra aplicación. Para continuar, vuelve a aprobar.',
  payer_account_missing: (amount, wallet) =>
    `${wallet} ya no tiene una cuenta para este token. Envíale al menos ${amount} y vuelve a aprobar si se te pide.`,
  payer_account_invalid: () =>
    'La cuenta de tu billetera para este token no se puede usar. Pregunta al vendedor por otra forma de pago.',
  payer_account_frozen: () => 'El emisor del token ha congelado tu cuenta. Solo el emisor puede levantarlo.',
  payee_account_missing: () => 'El vendedor no puede recibir este token por ahora. No tienes que hacer nada.',
  payee_account_invalid: () => 'El vendedor no puede recibir este token por ahora. No tienes que hacer nada.',
  payee_account_frozen: () =>
    'El emisor del token ha congelado la cuenta del vendedor. No tienes que hacer nada.',
  account_frozen: () =>
    'El emisor del token ha congelado tu cuenta o la del vendedor. Pregunta al emisor si es la tuya: solo el emisor puede levantarlo.',
  account_invalid: (amount, wallet) =>
    `Tu cuenta para este token o la del vendedor ya no existe o no se puede usar. ${wallet} debería tener al menos ${amount}. Si los tiene, pregunta al vendedor.`,
  mint_paused: () => 'El emisor del token ha detenido todos los pagos. No tienes que hacer nada.',
  mint_refused: () =>
    'Este token ahora cambia los importes por el camino, así que no se cobra nada con él. Pregunta al vendedor por otra forma de pago.',
};

/** The wallet that pays, at the beginning of a sentence. */
const walletOf = ({ wallet }: { wallet?: string }, write: NoticeWriter) =>
  wallet === undefined ? 'Tu billetera' : `Tu billetera ${write.address(wallet)}`;

/** What lets the next payment go through, once this one is given up. */
const cureForNext = (cause: AccountFailureCode, amount: string, wallet: string): string =>
  cause === 'insufficient_funds'
    ? `${wallet} tenía menos de ${amount}. Ten al menos esa cantidad cuando llegue el próximo pago.`
    : cause === 'allowance_short'
      ? 'Lo que aprobaste no cubre tus pagos. Renuévalo con una sola firma antes del próximo: el botón te lleva allí.'
      : CURES[cause](amount, wallet);

/** Whether the payer has something to renew. */
const asksForApproval = ({ cause }: Pick<PayerFailed, 'cause'>) =>
  cause === 'allowance_short' || cause === 'allowance_gone';

const ENDED: Record<PayerEnded['endedBy'], string> = {
  payer: 'La cancelaste tú. No se cobra nada más de tu billetera por ella.',
  merchant: 'La terminó el vendedor. Este servicio no cobra nada más de tu billetera por ella.',
  payment_failed:
    'Un pago falló hasta que no quedó tiempo para intentarlo otra vez. No se cobra nada más por ella. Para continuar, suscríbete de nuevo.',
  term: 'Llegó a su fin. No se cobra nada más de tu billetera por ella.',
};

/** What payers are told, in Spanish. */
export const payerNotices: Own = {
  payer_confirm: ({ url }, _write, { merchant }) => ({
    subject: 'Confirma tu dirección',
    paragraphs: [
      `Alguien, seguramente tú, dio esta dirección para recibir avisos de los pagos a ${merchantOf(merchant)}: recibos, pagos próximos y fallidos, reembolsos.`,
      'Hasta que la confirmes no se envía nada más. El enlace sirve una vez, durante 24 horas.',
    ],
    button: { label: 'Confirmar esta dirección', url },
    after: ['¿No fuiste tú? No hagas nada: no llegará nada más.'],
  }),
  payer_receipt: ({ product, amount, token, paidAt, receiptUrl, nextDueAt, url }, write, { merchant }) => ({
    subject: `Recibo: ${write.price(amount, token)} a ${merchantOf(merchant)}`,
    paragraphs: [
      `Pagaste ${write.price(amount, token)}. El dinero fue directamente de tu billetera a ${merchantOf(merchant)}.`,
    ],
    facts: [
      ...thing(product, write.name),
      ['Pagado el', write.moment(paidAt)],
      ...(nextDueAt === null ? [] : [['Próximo pago', write.day(nextDueAt)] as const]),
    ],
    button: { label: 'Abrir el recibo', url: receiptUrl },
    after: [`Consulta o detén tus pagos: ${url}`],
  }),
  payer_upcoming: ({ product, amount, token, dueAt, url }, write, { merchant }) => ({
    subject: `${write.price(amount, token)} a ${merchantOf(merchant)} el ${write.day(dueAt)}`,
    paragraphs: [
      `Se acerca tu próximo pago. Se cobrarán ${write.price(amount, token)} de tu billetera, como acordaste. Asegúrate de que tenga lo suficiente.`,
    ],
    facts: [...thing(product, write.name), ['Fecha', write.moment(dueAt)]],
    button: { label: 'Verlo o cancelarlo', url },
  }),
  payer_failed: (notice, write, { merchant }) => {
    const amount = write.price(notice.amount, notice.token);
    return {
      subject: `Tu pago de ${amount} a ${merchantOf(merchant)} falló`,
      paragraphs: ['No se tomó nada de tu billetera.', CURES[notice.cause](amount, walletOf(notice, write))],
      facts: [
        ...thing(notice.product, write.name),
        ...(notice.retryAt === null ? [] : [['Próximo intento', write.moment(notice.retryAt)] as const]),
      ],
      button: asksForApproval(notice)
        ? { label: 'Renovar la aprobación', url: `${notice.url}/top-up` }
        : { label: WAITS.has(notice.cause) ? 'Ver tus pagos' : 'Ver qué hacer', url: notice.url },
    };
  },
  payer_given_up: (notice, write, { merchant }) => {
    const amount = write.price(notice.amount, notice.token);
    const goesOn = notice.nextDueAt !== null;
    return {
      subject: `Tu pago de ${amount} a ${merchantOf(merchant)} no se volverá a intentar`,
      paragraphs: [
        'También falló el último intento. No se tomó nada de tu billetera por él y no se cobra más tarde.',
        ...(goesOn
          ? [
              'Tu suscripción sigue, y solo se cobra el próximo pago.',
              cureForNext(notice.cause, amount, walletOf(notice, write)),
            ]
          : ['Después de él no viene ningún pago. No tienes que hacer nada.']),
      ],
      facts: [
        ...thing(notice.product, write.name),
        ...(notice.nextDueAt === null ? [] : [['Próximo pago', write.moment(notice.nextDueAt)] as const]),
      ],
      button:
        goesOn && asksForApproval(notice)
          ? { label: 'Renovar la aprobación', url: `${notice.url}/top-up` }
          : { label: goesOn ? 'Verlo o cancelarlo' : 'Ver tus pagos', url: notice.url },
    };
  },
  payer_authorization: ({ product, remaining, payments, token, until, url }, write, { merchant }) => ({
    subject: `Lo que aprobaste para ${merchantOf(merchant)} se acaba pronto`,
    paragraphs: [
      payments === 1
        ? 'Lo que aprobaste cubre un pago más. Renuévalo con una sola firma y tu suscripción sigue como está.'
        : `Lo que aprobaste cubre ${write.count(payments)} pagos más. Renuévalo con una sola firma y tu suscripción sigue como está.`,
      'Al firmar no se cobra nada. Si quieres que termine, no hagas nada o cancélala.',
    ],
    facts: [
      ...thing(product, write.name),
      ['Queda', write.price(remaining, token)],
      ['Sin cubrir desde', write.day(until)],
    ],
    button: { label: 'Renovar con una firma', url },
  }),
  payer_ended: ({ product, endedBy, endedAt, url }, write, { merchant }) => ({
    subject: `Tu suscripción a ${merchantOf(merchant)} ha terminado`,
    paragraphs: [ENDED[endedBy]],
    facts: [...thing(product, write.name), ['Terminó el', write.moment(endedAt)]],
    button: { label: 'Ver tus pagos', url },
  }),
  payer_refund: ({ product, amount, token, refundedAt, url }, write, { merchant }) => ({
    subject: `Reembolso: ${write.price(amount, token)} de ${merchantOf(merchant)}`,
    paragraphs: [
      `${merchantOf(merchant)} te reembolsó ${write.price(amount, token)}. Ya está en tu billetera.`,
    ],
    facts: [...thing(product, write.name), ['Reembolsado el', write.moment(refundedAt)]],
    button: { label: 'Verlo entre tus pagos', url },
  }),
};
