import type { Alarm, MerchantHappenings, SignInChanged } from '../notice.ts';
import { payerNotices } from './payer-es.ts';
import type { Role } from '../../merchants/role.ts';
import type { NoticeCatalogue } from '../words.ts';
import type { NoticeWriter } from '../writer.ts';

const modeOf = ({ mode }: Alarm) =>
  mode === null ? '' : mode === 'live' ? ' (modo real)' : ' (modo de prueba)';

const ALARMS: Record<Alarm['alarm'], string> = {
  fee_payer_low: 'a la cuenta de comisiones le queda poco',
  chain_halted: 'una cadena está detenida',
  chain_behind: 'la cadena va con retraso',
  charges_late: 'hay cobros con retraso',
  disk_full: 'el disco está casi lleno',
};

function aboutAlarm({ alarm, value }: Alarm, write: NoticeWriter): readonly string[] {
  const number = write.count(value ?? 0);
  switch (alarm) {
    case 'fee_payer_low':
      return [
        `La cuenta de comisiones puede pagar unos ${number} cobros más. Con 0 no se cobra nada y las suscripciones esperan.`,
        'Envíale SOL: npm run doctor dice su dirección.',
      ];
    case 'chain_halted':
      return [
        'Una persona tiene que mirarlo: ahí no se cobra ni se reembolsa nada hasta que se levante la detención. Entretanto no se pierde nada, porque lo que vence espera.',
        'Consulta "A halted chain" en docs/operations.md.',
      ];
    case 'chain_behind':
      return [
        `Los nodos no han mostrado nada nuevo desde hace ${write.duration(value ?? 0)}. Los cobros esperan hasta entonces.`,
        'npm run doctor dice qué nodo no responde.',
      ];
    case 'charges_late':
      return [
        `El cobro vencido más antiguo espera desde hace ${write.duration(value ?? 0)}. Lo habitual son segundos.`,
        'El registro del proceso de trabajo dice a qué espera; npm run doctor examina lo demás.',
      ];
    case 'disk_full':
      return [
        `Está en uso el ${number} % del disco que contiene el directorio de datos. Una base de datos que no puede escribir lo detiene todo.`,
        'Libera espacio o pon un disco mayor.',
      ];
  }
}

const SIGN_IN_CHANGES: Record<SignInChanged['what'], string> = {
  password: 'Tu contraseña ha cambiado',
  email: 'Tu dirección de correo ha cambiado',
  second_factor_added: 'Se ha añadido un segundo factor a tu cuenta',
  second_factor_removed: 'Se ha quitado un segundo factor de tu cuenta',
  recovery_codes: 'Tus códigos de recuperación son nuevos',
};

function counted(count: number, one: string, more: string, write: NoticeWriter): string {
  return `${write.count(count)} ${count === 1 ? one : more}`;
}

/** Which payments, the first of them each on a line, and where the rest is. */
function aboutPayments({ count, items, url }: MerchantHappenings, write: NoticeWriter, label: string) {
  const lines = items.map(({ name, payer, amount, ...token }) =>
    [...(name === null ? [] : [write.name(name)]), write.price(amount, token), write.address(payer)].join(
      ' · ',
    ),
  );
  const more = count - items.length;
  return {
    list: more > 0 ? [...lines, `y ${write.count(more)} más`] : lines,
    button: { label, url },
  };
}

const ROLES: Record<Role, string> = {
  owner: 'hacerlo todo, como propietario',
  admin: 'hacerlo todo, salvo cambiar la billetera de cobro y a los propietarios',
  developer: 'leerlo todo y ocuparte de las claves de API, los webhooks, los enlaces y los productos',
  finance: 'leerlo todo, reembolsar pagos y cancelar suscripciones',
  viewer: 'leerlo todo, sin cambiar nada',
};

/** Mails in Spanish. */
export const es: NoticeCatalogue = {
  notices: {
    // Accounts
    password_reset: ({ url }) => ({
      subject: 'Una contraseña nueva',
      paragraphs: [
        'Alguien ha pedido una contraseña nueva para tu cuenta. Si has sido tú, ponla aquí. El enlace vale una vez y durante 30 minutos.',
      ],
      button: { label: 'Poner una contraseña nueva', url },
      after: ['Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.'],
    }),
    email_change: ({ email, url }) => ({
      subject: 'Confirma un cambio de dirección de correo',
      paragraphs: [
        `A partir de ahora se entrará en tu cuenta con ${email}. El cambio vale cuando se confirme desde la dirección anterior y desde la nueva, en el plazo de un día.`,
      ],
      button: { label: 'Confirmar el cambio', url },
      after: [
        'Si no has sido tú, no lo confirmes. Entra y cambia tu contraseña: quien lo ha pedido la conoce.',
      ],
    }),
    sign_in_changed: ({ what, at, url }, write) => ({
      subject: SIGN_IN_CHANGES[what],
      paragraphs: [`${SIGN_IN_CHANGES[what]}. Si has sido tú, no hay que hacer nada.`],
      facts: [['Cuándo', write.moment(at)]],
      button: { label: 'Ver tu cuenta', url },
      after: [
        'Si no has sido tú, pon una contraseña nueva, cierra todas las sesiones y revisa tus segundos factores.',
      ],
    }),
    // Team
    team_invitation: (notice, write) => ({
      subject: `Te invitan al equipo de ${write.name(notice.merchantName)}`,
      paragraphs: [
        `${notice.invitedBy} te invita a unirte al equipo de ${write.name(notice.merchantName)}. Entonces podrás ${ROLES[notice.role]}.`,
      ],
      button: { label: 'Unirme al equipo', url: notice.url },
      after: [
        `El enlace sirve una sola vez, hasta el ${write.moment(notice.expiresAt)}. Quien lo tenga puede unirse en tu lugar: no lo reenvíes.`,
        '¿No sabes quién es? Ignora este correo y no pasará nada.',
      ],
    }),
    // Security of a merchant
    payout_wallet_change: (notice, write) => {
      const merchant = write.name(notice.merchant);
      const from = write.moment(notice.takesEffectAt);
      const wallets = [
        ['Billetera actual', notice.state === 'changed' ? notice.next : notice.present],
        [
          notice.state === 'changed' ? 'Billetera anterior' : 'Billetera solicitada',
          notice.state === 'changed' ? notice.present : notice.next,
        ],
      ] as const;
      switch (notice.state) {
        case 'waiting':
          return {
            subject: `La billetera de cobro de ${merchant} va a cambiar: detén el cambio si no fue nadie de vosotros`,
            paragraphs: [
              `Alguien que inició sesión como propietario o administrador de ${merchant} ha pedido cobrar en otra billetera. No lo respalda ni un segundo factor ni una firma de la billetera actual, así que espera 24 horas.`,
              'Hasta entonces todos los pagos van a la billetera actual. Si nadie de vosotros lo ha pedido, detenlo ahora y cambiad vuestras contraseñas.',
            ],
            facts: [['Entra en vigor', from], ...wallets],
            button: { label: 'Verlo o detenerlo', url: notice.url },
          };
        case 'changed':
          return {
            subject: `La billetera de cobro de ${merchant} ha cambiado`,
            paragraphs: [
              `Los pagos nuevos a ${merchant} van a otra billetera desde ahora. Las suscripciones que ya existían conservan la billetera con la que se crearon.`,
            ],
            facts: wallets,
            button: { label: 'Verlo', url: notice.url },
            after: [
              'Si nadie de vosotros lo ha pedido, cambiad enseguida vuestras contraseñas y poned de nuevo la billetera correcta.',
            ],
          };
        case 'stopped':
          return {
            subject: `Se ha detenido el cambio de la billetera de cobro de ${merchant}`,
            paragraphs: [
              'La billetera de cobro sigue como estaba. No se ha pagado nada a la otra billetera.',
            ],
            facts: wallets,
            button: { label: 'Verlo', url: notice.url },
            after: [
              'Si no pediste el cambio, puede que alguien conozca una contraseña de tu equipo: cambiadlas.',
            ],
          };
      }
    },
    // Payers
    ...payerNotices,
    // Merchants
    new_subscriptions: (notice, write) => ({
      ...aboutPayments(notice, write, 'Ver las suscripciones'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'suscripción nueva', 'suscripciones nuevas', write)}`,
      paragraphs: [
        notice.count === 1
          ? 'Alguien se ha suscrito y ha aprobado lo que puedes cobrar.'
          : 'Han aprobado lo que puedes cobrar.',
      ],
    }),
    renewals_failed: (notice, write) => ({
      ...aboutPayments(notice, write, 'Ver qué ha fallado'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'pago fallido', 'pagos fallidos', write)}`,
      paragraphs: [
        'Todavía no se ha perdido nada: cada pago se reintenta solo. El panel dice por qué ha fallado, cuándo se reintenta y qué puedes decirle al pagador.',
      ],
    }),
    renewals_lost: (notice, write) => ({
      ...aboutPayments(notice, write, 'Ver qué se ha perdido'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'pago perdido', 'pagos perdidos', write)}`,
      paragraphs: [
        'Se han intentado tantas veces como elegiste, se dan por perdidos y ya no se cobrarán. Sus suscripciones han terminado, salvo que eligieras que sigan con el próximo periodo.',
      ],
    }),
    refunds_signed: (notice, write) => ({
      ...aboutPayments(notice, write, 'Ver los reembolsos'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'reembolso enviado', 'reembolsos enviados', write)}`,
      paragraphs: ['El dinero ha pasado de tu billetera a la del pagador y la transferencia es definitiva.'],
    }),
    refunds_failed: (notice, write) => ({
      ...aboutPayments(notice, write, 'Ver los reembolsos'),
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'reembolso fallido', 'reembolsos fallidos', write)}`,
      paragraphs: ['No se ha movido dinero. El panel dice por qué, y puedes reembolsar otra vez.'],
    }),
    webhooks_exhausted: (notice, write) => ({
      subject: `${write.name(notice.merchant)}: ${counted(notice.count, 'webhook no ha llegado', 'webhooks no han llegado', write)}`,
      paragraphs: [
        'Tu servidor no los ha aceptado por mucho que se enviaran. El dinero no se ve afectado, pero tu propio sistema no sabe qué ha pasado.',
        'Arregla tu servidor y envíalos otra vez desde el panel.',
      ],
      list: notice.hosts,
      button: { label: 'Ver los envíos', url: notice.url },
    }),
    daily_digest: (notice, write) => ({
      subject: `${write.name(notice.merchant)}: ${write.day(notice.day)}`,
      paragraphs: notice.sums.length === 0 ? ['Ese día no hubo pagos.'] : [],
      facts: [
        ...notice.sums.flatMap((sums): [string, string][] => [
          [counted(sums.payments, 'pago', 'pagos', write), write.price(sums.gross, sums)],
          ...(sums.refunds === '0'
            ? []
            : [['Reembolsado', write.price(sums.refunds, sums)] as [string, string]]),
        ]),
        ['Suscripciones nuevas', write.count(notice.newSubscriptions)],
        ['Suscripciones terminadas', write.count(notice.lostSubscriptions)],
      ],
      button: { label: 'Abrir el panel', url: notice.url },
    }),
    // Operators
    operator_alarm: (notice, write) => ({
      subject: `Alarma: ${ALARMS[notice.alarm]}${modeOf(notice)}`,
      paragraphs: aboutAlarm(notice, write),
      facts: [['Desde', write.moment(notice.since)]],
      after: ['Este aviso se repite una vez al día mientras dure, y una vez cuando termine.'],
    }),
    operator_relief: (notice, write) => ({
      subject: `Terminado: ${ALARMS[notice.alarm]}${modeOf(notice)}`,
      paragraphs: ['Esto ha terminado. No hay que hacer nada.'],
      facts: [
        ['Desde', write.moment(notice.since)],
        ['Hasta', write.moment(notice.endedAt)],
      ],
    }),
  },
  frame: {
    test: 'Prueba: no es dinero real',
    sentBy: ({ deployment, merchant }) =>
      merchant === null
        ? `Enviado por ${deployment}.`
        : `Enviado por ${deployment} en nombre de ${merchant}.`,
    unsubscribe: 'Dejar de recibir estos correos',
    questions: (where) => `¿Preguntas? ${where}`,
    orOpen: 'O abre esta dirección:',
    via: (merchant, deployment) => `${merchant} a través de ${deployment}`,
  },
};
