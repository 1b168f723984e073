import type { Alarm, SignInChanged } from '../notice.ts';
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
        'Una persona tiene que mirarlo: ahí no se cobra ni se devuelve nada hasta que se levante la detención. Entretanto no se pierde nada, porque lo que vence espera.',
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
    // Security of a merchant
    // Payers
    // Merchants
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
