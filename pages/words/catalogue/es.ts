/*
 * Spanish, for every country that speaks it: "tú", "billetera", "cobrar"; no word that only one of them knows. Amounts follow the reader's
 * region: a decimal comma, or a point where that is usual; thousands stand apart by a space, which is read alike everywhere.
 */
import { type Formats, inThousands, type Unit } from '../formats.ts';
import { mix } from '../mix.ts';
import type { About, Catalogue } from './en.ts';

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Where the decimal sign is a point, by the Unicode CLDR: `es-419` too. */
const POINT = /-(?:419|BZ|CU|DO|GT|HN|MX|NI|PA|PE|PR|SV|US)$/;

const UNITS: Record<Unit, string> = {
  week: 'semana',
  day: 'día',
  hour: 'hora',
  minute: 'minuto',
  second: 'segundo',
};

const grouped = (count: number | bigint) => inThousands(String(count), '\u202f');
const plural = (count: number | bigint, noun: string) =>
  `${grouped(count)} ${noun}${Number(count) === 1 ? '' : 's'}`;

export const formats: Formats = {
  // U+202F: a narrow space at which no line breaks.
  signs: (tag) => ({ decimal: POINT.test(tag) ? '.' : ',', thousands: '\u202f' }),
  day: (day, month, year) => `${day} ${MONTHS[month]} ${year}`,
  moment: (day, time) => `${day}, ${time}`,
  duration: (count, unit) => plural(count, UNITS[unit]),
  every: (count, unit) => `cada ${count === 1 ? UNITS[unit] : plural(count, UNITS[unit])}`,
  per: (count, unit) => (count === 1 ? `por ${UNITS[unit]}` : `cada ${plural(count, UNITS[unit])}`),
};

export const common: Catalogue['common'] = {
  questions: (merchant) => mix`¿Tienes preguntas? Escribe a ${merchant}:`,
  copy: 'Copiar',
  copied: 'Copiado',
  copyIt: (what) => `Copiar ${what}`,
  yourWalletsAddress: 'la dirección de tu billetera',
  theSignature: 'la firma de la transacción',
  receiptToPrint: 'Recibo para imprimir o guardar',
  noticesByMail: 'Avisos por correo',
  fromHere: 'Qué puedes hacer ahora',
  once: 'una sola vez',
  wallets: 'Billeteras',
  daysHere: (zone) => `Días según este dispositivo: ${zone}.`,
  lookingForWallets: 'Buscando tus billeteras',
  useAnotherWallet: 'Usar otra billetera',
  tryAgain: 'Intentar de nuevo',
  lookAgain: 'Comprobar de nuevo',
  renew: 'Renovar la aprobación',
  wrongNetwork: 'No está en la red de este pago',
  cannotSign: 'No puede firmar pagos de este tipo',
  noWallet: 'No se encontró ninguna billetera en este navegador',
  openInWallet: 'Abre esta página en el navegador de tu billetera:',
  openIn: (wallet) => `Abrir en ${wallet}`,
  installWallet:
    'Instala una billetera de Solana para este navegador, o desbloquea la que ya tienes: aparecerá aquí. No se pagó nada.',
  install: (wallet) => `Instalar ${wallet}`,
  payByPhone: 'Paga con la billetera de tu teléfono',
  runningOut: (payments) =>
    `Lo que aprobaste alcanza para ${payments === 1 ? 'un solo pago más' : `${payments} pagos más`}. Después no se cobra nada más y esta suscripción termina. Para conservarla, renueva la aprobación: ahora no se paga nada.`,
  runOut:
    'Lo que aprobaste ya no alcanza para el próximo pago, así que no se puede cobrar. Renueva la aprobación para continuar; si no, esta suscripción termina.',
  pageFailed: 'Algo falló en esta página. Vuelve a cargarla.',
  walletCannotSignTexts: (wallet) => `${wallet} no puede firmar textos.`,
  refusals: {
    rate_limit_exceeded: 'Demasiados intentos desde tu red. Espera un minuto e inténtalo de nuevo.',
    resource_missing: 'Esto ya no existe, o el vendedor lo desactivó. No se pagó nada.',
    parameter_invalid: 'El servicio no pudo usar lo que se envió. Revísalo e inténtalo de nuevo.',
    not_for_sale_once: 'Esto se ofrece solo como suscripción.',
    not_for_sale_subscription: 'Esto solo se puede comprar con un pago único.',
    recurring_unavailable: 'Por el momento no se pueden hacer suscripciones aquí.',
    purchases_unavailable: 'Por el momento no se pueden hacer compras de pago único aquí.',
    broadcast_unavailable: 'El servicio no tiene conexión con la red de este pago. Inténtalo más tarde.',
    no_payout_wallet: 'El vendedor todavía no puede recibir pagos. No se pagó nada.',
    mint_not_allowed: 'El vendedor ya no puede aceptar este token. No se pagó nada.',
    mandate_not_pending: 'Esto ya se aprobó, o ya terminó.',
    already_revoked: 'Esto ya está cancelado. No se cobra nada más.',
    invalid_wallet_signature:
      'La firma de la billetera no corresponde, o pasaron más de 10 minutos. Inténtalo de nuevo.',
    transaction_not_issued:
      'Lo que firmaste ya no es válido: pasó demasiado tiempo, o algo cambió mientras tanto. No tiene ningún efecto. Inténtalo de nuevo.',
    wallet_not_signed_in: 'Primero inicia sesión con la billetera.',
    request_in_flight: 'Esto ya se está procesando. Espera un momento y compruébalo de nuevo.',
    internal_error: 'El servicio tiene un problema en este momento. Inténtalo de nuevo en un minuto.',
    verification_failed:
      'La billetera no puede pagar esto: le falta saldo del token o SOL para la comisión, o su cuenta está bloqueada. Revísalo e inténtalo de nuevo.',
  },
  withRequest: (refusal, id) => `${refusal} (solicitud ${id})`,
};

const toMerchant = ({ merchant }: About) => (merchant === null ? 'al vendedor' : `a ${merchant}`);
const invalidLink = (about: About) =>
  `Esta solicitud de pago está incompleta o ya no es válida. Pide una nueva ${toMerchant(about)}.`;

export const checkout: Catalogue['checkout'] = {
  test: 'Prueba',
  nameUnchecked: 'El vendedor eligió este nombre. Nadie lo ha comprobado.',
  titleOf: (heading, merchant) => `${heading} · ${merchant ?? 'Autopay'}`,

  untilYouCancel: (often) => `${often}, hasta que canceles`,
  freeFirst: (duration) => `Primero, ${duration} gratis.`,
  todayThen: (nothing, price, day) => `Hoy ${nothing}; después ${price}, el ${day}`,
  description: 'Descripción',
  howToPay: '¿Cómo quieres pagar?',
  priceOften: (price, often) => `${price} ${often}`,
  priceOnce: (price) => `${price}, una sola vez`,
  startedBefore: (day, check) => mix`Empezaste este pago aquí el ${day}. ${check} antes de pagar otra vez.`,
  checkWhetherYouHaveIt: 'Comprueba si ya lo tienes',
  alreadyPaid: '¿Ya pagaste?',
  nothingPaidTryAgain: 'El servicio de pago no respondió. No se pagó nada. Inténtalo de nuevo.',

  chooseWallet: 'Elige una billetera',
  termsBeforeSigning: 'Verás todas las condiciones antes de firmar.',
  confirmAddress: (wallet) => mix`Confirma en ${wallet} que esta página puede ver tu dirección.`,
  whichAccountPays: '¿Qué cuenta paga?',
  noAccountPays: 'Esa billetera no ha mostrado ninguna cuenta que pueda pagar aquí.',
  walletUnreachable: 'No se pudo contactar con la billetera. Inténtalo de nuevo.',

  payByPhoneInstead: 'Pagar con una billetera en tu teléfono',
  partFailed: 'No se pudo cargar una parte de esta página. Vuelve a cargarla.',
  readingTerms: 'Cargando las condiciones',
  linkNotValid: 'Este enlace no es válido',
  linkIncomplete:
    'Puede estar incompleto o mal escrito. Ábrelo tal como lo recibiste, con todo lo que va después de la #.',
  nothingWasPaid: 'No se pagó nada.',
  didNotWorkHeading: 'Eso no funcionó',
  partFailedNothingPaid: 'No se pudo cargar una parte de esta página. Vuelve a cargarla. No se pagó nada.',
};

export const paying: Catalogue['paying'] = {
  signInToSee: 'Inicia sesión con la billetera con la que pagaste para volver a verlo.',
  signInWith: (wallet) => `Iniciar sesión con ${wallet}`,
  signingIn: (wallet) => `Inicia sesión con ${wallet}: te pide firmar un texto. No se mueve ningún dinero.`,
  noneSignsIn: 'En este navegador no se encontró ninguna billetera con la que se pueda iniciar sesión.',
  noAccount: 'Esa billetera no ha mostrado ninguna cuenta a esta página.',
  hasNotPaid: 'Esta billetera no ha pagado esto, o su acceso ya terminó.',
  noContent: 'Pagado. El vendedor no ha añadido ningún contenido aquí.',
  noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
  didNotWork: 'Eso no funcionó. Inténtalo de nuevo.',
  whatYouBought: 'Lo que compraste',
  inYourWallet: 'tu billetera',
  paidFrom: (account) =>
    mix`Esto solo se puede pagar desde ${account}: elige la billetera que tiene esa cuenta.`,
  otherByLink: 'Para pagar desde otra cuenta, abre de nuevo el enlace del vendedor.',
  switchAccount: 'Primero cambia en ella a la cuenta correcta',
  paysItself:
    'Esta cuenta es la que cobra aquí, y no puede pagarse a sí misma. Elige otra cuenta de tu billetera. No se firmó nada.',
  switchAccountIn: (wallet) => `Cambiar de cuenta en ${wallet}`,
  switchInWallet: 'Cambia a otra cuenta en tu billetera y elígela aquí de nuevo.',
  whatYouPay: 'Lo que pagas',
  whatYouAgreeTo: 'Lo que aceptas',
  codeStarts: 'Escanéalo con tu billetera. No se paga nada hasta que lo apruebes allí.',
  waitingForScan: 'Esperando a que una billetera escanee el código. Esta página continúa sola.',
  codeNeedsHttps:
    'La billetera de un teléfono solo abre páginas cuya dirección empieza por https. Abre esta página así.',
  approveOnPhone: 'Apruébalo en tu teléfono',
  scannedWith: (account) =>
    mix`El código se escaneó con ${account}. Lee aquí lo que aceptas y apruébalo en esa billetera.`,
  scanAgain: 'Escanear el código otra vez con la misma billetera',
  useAnotherPhone: 'Usar otra billetera: mostrar un código nuevo',
  onlyThisComputer:
    'En otro lugar, la billetera de un teléfono escanea este código. Esta página funciona solo en esta computadora, a la que no llega ningún teléfono.',
  codeLabel: 'Código de este pago, para una billetera en un teléfono',
  codeIsFor: (account) => mix`Es solo para ${account}, y abre este pago: no se lo muestres a nadie más.`,
  waitingForPhone: 'Esperando tu aprobación en la billetera. Esta página continúa sola.',
  scanTwice:
    'La primera vez pueden hacer falta dos firmas. Si un minuto después de aprobar esta página sigue esperando, escanea el código otra vez para la segunda.',
  openOnThisPhone: 'Abrirlo en una aplicación de billetera de este teléfono',

  checkAndPay: 'Revisa y paga',
  checkWhatYouAgreeTo: 'Revisa lo que aceptas',
  payWith: (wallet) => `Pagar con ${wallet}`,
  approveWith: (wallet) => `Aprobar con ${wallet}`,
  youAlreadyPay: (merchant, day, see) =>
    mix`Ya pagas a ${merchant} el mismo importe, con la misma frecuencia, desde el ${day}. Esta sería una segunda suscripción: se cobran las dos. ${see}`,
  seeYourPayments: 'Ver tus pagos',
  cannotPayYet: 'Tu billetera todavía no puede pagar esto.',
  nothingWasSigned: 'No se firmó nada.',
  tokenMissing: (lacks, holds, needs, once) =>
    `A tu billetera le faltan ${lacks}: tiene ${holds}, y ${once ? 'el precio' : 'el primer pago'} es de ${needs}.`,
  solMissing: (lacks, holds) =>
    `A tu billetera le faltan ${lacks} SOL para las comisiones y los depósitos de la red: tiene ${holds} SOL.`,
  sendItTo: (account, copy, hasFailed) =>
    mix`Envía lo que falta a ${account} ${copy} y ${hasFailed ? 'inténtalo' : 'comprueba'} de nuevo.`,

  testMode: 'Modo de prueba: no se mueve dinero real.',
  endsOtherApproval: (symbol, app) =>
    `Tu cuenta de ${symbol} tiene ahora una aprobación para otra aplicación (${app}). Solo puede haber una aprobación por token, así que esta pone fin a aquella.`,
  fromYourWallet: 'Desde tu billetera',
  afterwards: 'Después',
  paidOnce: (merchant) =>
    `Se paga una sola vez, ahora. Más adelante no se cobra nada. Para un reembolso, pídelo a ${merchant}.`,
  firstPayment: 'Primer pago',
  afterTrial: (duration) => `Después de ${duration} gratis`,
  inAll: 'Total',
  untilCancelled: 'Hasta que canceles',
  untilCancelledOrUsedUp: 'Hasta que canceles, mientras alcance tu aprobación',
  atMost: (sum, payments) => `Como máximo ${sum}, en ${plural(payments, 'pago')}`,
  youApprove: 'Apruebas',
  alreadyApproved: 'Ya está aprobado',
  mayCollect: (operator, key, sum) => `${operator} (${key}) puede cobrar hasta ${sum}, y no más.`,
  ofThisOthers: (sum) => `De esa suma, ${sum} son para lo que aceptaste antes.`,
  lastsFor: (payments) =>
    `Alcanza para ${plural(payments, 'pago')}. Renuévala cuando queden pocos; si no, no se cobra nada más.`,
  youAllow: 'Permites',
  programEnforces: (sum, rate, merchant) =>
    `El programa de Solana lo garantiza: como máximo ${sum} ${rate}, y solo a la billetera de ${merchant}.`,
  programEnforcesUntil: (sum, rate, merchant, duration) =>
    `El programa de Solana lo garantiza: como máximo ${sum} ${rate}, solo a la billetera de ${merchant}, y nada después de ${duration}.`,
  inYourWalletTerm: 'En tu billetera',
  unlimitedShown:
    'Puede mostrar una aprobación ilimitada: es la del programa, que mantiene cada una de tus suscripciones dentro de su límite. La primera vez puede pedir dos firmas. En una billetera cabe una sola aprobación por token, así que el programa la tiene para todas.',
  deposit: 'Depósito',
  depositByService: 'Lo paga este servicio, y a él vuelve, salvo que tu billetera muestre un costo.',
  depositByYou: (sol) => `Unos ${sol} SOL. Vuelven a ti cuando se cierran sus cuentas.`,
  depositLimit: 'Por ahora este servicio no paga más depósitos.',
  depositIsFor: 'Es por el espacio que tu suscripción ocupa en la cadena.',
  toCancel: 'Para cancelar',
  cancelAnyTime: (merchant) =>
    `Cuando quieras: retira la aprobación en tu billetera, o pídelo a ${merchant}. Después no se cobra nada.`,
  cancelStopsAll: (symbol) =>
    `Retirar la aprobación detiene todas tus suscripciones en ${symbol} que pasan por el programa.`,
  orCancelHere: (link) => mix`O cancela ${link}.`,
  hereWithYourWallet: 'aquí, con tu billetera',
  thePayment: 'El pago',
  theNextPayments: (count) => `Los próximos ${count} pagos`,
  todayWhenYouApprove: 'Hoy, cuando apruebes',
  whoCollectsFold: 'Quién cobra, comisiones y direcciones para comparar',
  whoMayCollect: 'Quién puede cobrar',
  collectingKey: 'Clave que cobra',
  thisServiceCollects: (merchant, key) =>
    mix`Este servicio, para ${merchant}, con su clave ${key}. Nunca tiene tu dinero: cada pago va directamente a la billetera del vendedor.`,
  trialIsOurs:
    'El programa no puede esperar al final del período de prueba: que el primer pago se cobre solo entonces depende de este servicio.',
  chainEnforcesSum: 'Este servicio respeta el importe y el período; la red misma garantiza solo el total.',
  networkFees: 'Comisiones de red',
  feeOnce: 'Una fracción de centavo de tu SOL, salvo que tu billetera muestre que no cuesta nada.',
  feesUnknown:
    'El servicio paga la comisión de cada pago. Esta firma cuesta una fracción de centavo de tu SOL, salvo que tu billetera muestre que no cuesta nada.',
  feesByService:
    'El servicio paga la comisión de cada pago, y la de esta firma, salvo que tu billetera muestre un costo.',
  feesByYou:
    'El servicio paga la comisión de cada pago. Esta firma cuesta una fracción de centavo de tu SOL.',
  feesLimit: 'Por ahora el servicio no paga más comisiones de firmas.',
  yourWallet: 'Tu billetera',
  paidTo: 'Se paga a',
  token: 'Token',
  reference: 'Referencia de estas condiciones',

  heading: 'Pago',
  oneMoment: 'Un momento',
  checkingStatus: 'Comprobando el estado',
  signIn: (wallet, step) =>
    `Apruébalo en ${wallet}${step && step.of > 1 ? ` (firma ${step.number} de ${step.of})` : ''}. Comprueba que muestra lo que acabas de leer.`,
  twoSignatures:
    'La primera abre tu cuenta en el programa de Solana; con la segunda aceptas estas condiciones.',
  opensAgain: 'Tu billetera se abre otra vez cuando se confirme la primera firma.',
  progress: {
    label: 'Hasta dónde ha llegado',
    sent: 'Firmado y enviado',
    confirmed: 'La red lo confirma',
    settled: 'Se liquida el primer pago',
  },
  sent: 'Enviado. Se está confirmando en la cadena, lo que tarda unos segundos. Puedes cerrar esta página: el pago continúa sin ella.',
  cancel: 'Cancelar',
  notSettledYet: 'Todavía no está confirmado',
  doNotPayAgain:
    'Se envió, pero todavía no está confirmado. No pagues otra vez: esta página sigue comprobándolo.',
  lookAgainNow: 'Comprobar ahora',

  paid: 'Pagado',
  trialBegun: 'Tu período de prueba ha empezado',
  nothingPaidToday: (moment) =>
    `Hoy no se pagó nada. El primer pago se cobra el ${moment}. Si cancelas antes, nunca se cobra nada.`,
  wentTo: (price, merchant) => mix`Se pagaron ${price} a ${merchant}.`,
  laterAutomatically: 'Los siguientes pagos se cobran automáticamente.',
  nextOn: (day) => `El próximo pago se cobra el ${day}; los siguientes, automáticamente.`,
  alreadyPaidHeading: 'Ya pagaste',
  alreadySubscribed: 'Ya tienes esta suscripción',
  nothingMoreToSign: 'Aquí no hay nada más que firmar.',
  for: 'Concepto',
  to: 'Para',
  transaction: 'Transacción',
  goOnTo: (host) => `Continuar a ${host}`,
  takenThere: 'Irás allí en unos segundos.',
  seeOrStop: 'Ver o detener tus pagos',
  requestEnded: 'Esta solicitud terminó',
  wasCancelled: 'Esto se canceló',
  askForNewLink: (merchant) => mix`No se cobrará nada más. Para pagar a ${merchant}, pide un enlace nuevo.`,
  notResponding: 'El servicio de pago no responde',
  keepsTrying: 'Esta página sigue intentándolo. Nada de lo que firmaste antes se pierde.',

  problems: {
    user_rejected: () =>
      'Rechazaste la solicitud en tu billetera. No se pagó nada. Puedes intentarlo de nuevo.',
    no_wallet: () =>
      'No se encontró ninguna billetera en este navegador. Instala una, o abre esta página en su aplicación.',
    wrong_chain: () => 'Esta billetera no está en la red de este pago. Cambia su red, o usa otra billetera.',
    wallet_unsupported: () => 'Esta billetera no puede firmar pagos de este tipo. Usa otra billetera.',
    wrong_payer: ({ payer }) =>
      `Esto se debe pagar desde ${payer ?? 'otra cuenta'}. Cambia a esa cuenta en tu billetera, o usa otra billetera.`,
    insufficient_funds: ({ price }) =>
      `Esta billetera no tiene saldo suficiente. Necesita ${price ?? 'el importe'} y un poco de SOL para la comisión de red. Añade lo que falta e inténtalo de nuevo.`,
    blockhash_expired: () =>
      'Lo que firmaste no llegó a tiempo a la red y ya no puede llegar. No se pagó nada. Inténtalo de nuevo.',
    transaction_mismatch: (about) =>
      `La transacción no coincidía con lo que se muestra aquí, así que no se pidió nada a tu billetera y no se firmó nada. Comprueba de nuevo; si sigue pasando, avisa ${toMerchant(about)}.`,
    terms_changed: () =>
      'Lo que apruebas ha cambiado desde que se mostró. No se firmó nada. Revísalo otra vez.',
    signing_elsewhere: () => 'Otra pestaña ya le está pidiendo esto a tu billetera. Continúa allí.',
    charge_failed: (about) =>
      `Diste tu aprobación, pero no se pudo cobrar el primer pago. Comprueba que tu billetera tenga lo suficiente, y consulta ${toMerchant(about)}.`,
    wallet_timeout: () =>
      'Tu billetera no respondió. Si aprobaste allí, esta página lo notará. Si no, inténtalo de nuevo.',
    wallet_error: () => 'Tu billetera no pudo firmar. Inténtalo de nuevo, o usa otra billetera.',
    mandate_not_pending: (about) => `Esta solicitud terminó. Pide una nueva ${toMerchant(about)}.`,
    connection_failed: () => 'El servicio de pago no respondió. Revisa tu conexión e inténtalo de nuevo.',
    unexpected_response: () =>
      'Algo en esta red respondió en lugar del servicio de pago. Si la red te pide iniciar sesión, hazlo primero. Después comprueba de nuevo.',
    internal_error: () =>
      'El servicio de pago tiene un problema en este momento. Si ya aprobaste, no lo hagas otra vez: esta página lo notará. Comprueba de nuevo en un minuto.',
    rate_limit_exceeded: () => 'Demasiados intentos desde aquí. Espera un minuto y comprueba de nuevo.',
    invalid_client_secret: invalidLink,
    resource_missing: invalidLink,
    parameter_invalid: invalidLink,
    settlement_timeout: () =>
      'El pago todavía no está confirmado. No pagues otra vez: comprueba de nuevo en un momento.',
  },
  unknownProblem: (about) =>
    `Algo falló, y no es culpa tuya. Comprueba de nuevo en un minuto; si sigue así, avisa ${toMerchant(about)}.`,
};

export const portal: Catalogue['portal'] = {
  title: 'Tus pagos',
  titleOf: (heading) => `${heading} · Autopay`,
  about: 'Consulta lo que se puede cobrar de tu billetera, detenlo o renuévalo.',

  signInHeading: 'Inicia sesión con tu billetera',
  signInAbout: 'Te pide firmar un texto, para demostrar que es tuya. Eso no mueve nada y no cuesta nada.',
  signInWith: (wallet) => mix`Iniciar sesión con ${wallet}`,
  answerToSignIn: (wallet) => mix`Continúa en ${wallet}: te pide iniciar sesión`,
  signInSteps:
    'Primero, si esta página puede ver tu dirección; después, firmar un texto. El texto nombra este sitio. Firmarlo no mueve nada.',
  whichAccount: '¿Qué cuenta?',
  cannotSignTexts: 'No puede firmar textos, y hace falta para iniciar sesión',
  notOnOurNetworks: 'No está en ninguna red de este servicio',
  onYourPhone: 'Míralo con la billetera de tu teléfono',
  scanPortal: 'Escanea este código con tu teléfono y abre allí la página en el navegador de tu billetera.',
  portalCode: 'Código de la dirección de esta página, para un teléfono',
  signedOut: 'Cerraste la sesión.',
  signInEnded: 'Tu sesión terminó. Vuelve a iniciarla para continuar.',
  signOut: 'Cerrar sesión',
  wallet: 'Billetera',
  whichPayments: 'Qué pagos ver',
  live: 'Real',
  test: 'Prueba',
  testOnly: 'Prueba: sin dinero real',
  nowShows: (wallet, other, own) => mix`${wallet} muestra ahora ${other}. Estos son los pagos de ${own}.`,
  signInWithOther: 'Iniciar sesión con la otra cuenta',
  signInWithWanted: 'Inicia sesión con la cuenta que quieres ver.',

  reading: 'Cargando lo que pagas',
  serviceSilent: 'El servicio no responde.',
  nothingShownYet: 'Todavía no se puede mostrar nada.',
  asOf: (time) => `Lo que ves es de las ${time}.`,
  keepsTrying: 'Esta página sigue intentándolo.',
  namesUnchecked: 'Los vendedores eligen sus propios nombres. Nadie los ha comprobado.',
  groups: { running: 'En curso', waiting: 'Esperan tu aprobación', bought: 'Comprados', ended: 'Terminados' },
  states: {
    pending: 'Aún sin aprobar',
    beingPaid: 'Pago en curso',
    failing: 'Pago fallido',
    needsSignature: 'Necesita tu firma',
    needsTopUp: 'Aprobación insuficiente',
    runsOut: 'Se agota pronto',
    trial: 'Prueba gratis',
    active: 'Activa',
    paid: 'Pagado',
    allPaid: 'Todo pagado',
    ended: 'Terminada',
    cancelled: 'Cancelada',
  },
  since: (day) => `Desde el ${day}`,
  boughtOn: (day) => `Comprado el ${day}`,
  paidOf: (sum) => `${sum} pagados`,
  nextPaymentOn: (moment) => `Próximo pago: ${moment}`,
  nothingPaid: 'Nada pagado hasta ahora',
  paidSoFarOf: (sum) => `${sum} pagados hasta ahora`,
  nothingHere: {
    all: 'De esta billetera no se puede cobrar nada',
    test: 'De esta billetera no se puede cobrar nada en modo de prueba',
    live: 'De esta billetera no se puede cobrar nada en modo real',
  },
  willAppear:
    'Cuando apruebes una suscripción o pagues algo con esta billetera, aparecerá aquí: lo que aceptaste, lo que se pagó y cómo detenerlo.',
  otherAccount: '¿Pagaste desde otra cuenta? Cierra la sesión e iníciala con esa.',
  lookIn: { test: 'Ver el modo de prueba', live: 'Ver el modo real' },

  place: 'Dónde estás',
  noSuch: 'Aquí no hay nada',
  noSuchHere: 'Esta billetera no aceptó pagos así, o están en el otro modo.',
  seeAll: 'Ver todos tus pagos',
  back: 'Volver',
  backToPayments: 'Volver a tus pagos',
  backToThis: 'Volver a esta suscripción',
  whatYouCanDo: 'Qué puedes hacer',
  cancel: 'Cancelar',
  takeBack: 'Retirar la aprobación',
  endOnChain: 'Terminarla en la cadena',
  allowAgain: 'Permitirlo otra vez',
  otherApplication:
    'Tu billetera dio su permiso a otra aplicación, así que el próximo pago no se puede cobrar. Firma una vez para continuar; si no, esta suscripción termina.',
  notPaid: 'No has pagado esto. No se cobra nada hasta que lo hagas, en la página que te dio el vendedor.',
  notApproved:
    'No has aprobado esto. No se cobra nada hasta que lo hagas, en la página que te dio el vendedor.',
  nextPayment: 'Próximo pago',
  none: 'Ninguno',
  freeUntil: 'Gratis hasta',
  paidSoFar: 'Pagado hasta ahora',
  inPayments: (count) => `en ${plural(count, 'pago')}`,
  refunded: 'Reembolsado',
  mayStill: 'Aún se puede cobrar',
  eachPeriod: (price) => `${price} cada período, hasta que canceles`,
  atMost: (sum) => `${sum} como máximo`,
  enoughUntil: (day) => `, alcanza hasta el ${day}`,
  enforcedBy: 'Quién lo garantiza',
  byProgram: 'El programa de Solana: un pago por período, solo a la billetera de este vendedor',
  approvedOnChain: 'Aprobado en la cadena',
  chainSilent: 'En este momento no se puede consultar la cadena',
  forAll: (count, symbol) => `, para los ${count} que pagas en ${symbol}`,
  endsByItself: 'Termina sola',
  afterPayments: (count) => `Después de ${plural(count, 'pago')} en total`,
  agreedOn: 'Aceptado el',
  bought: 'Comprado el',
  seeBought: 'Ver lo que compraste',
  addresses: 'Direcciones',
  theAddress: (term) => `la dirección: ${term}`,
  paidTo: 'Se paga a',
  paidFrom: 'Se paga desde',
  token: 'Token',
  whoMayCollect: 'Quién puede cobrar',
  reference: 'Referencia',
  onChainAccount: 'Cuenta de la suscripción',
  itsPlan: 'Su plan',
  planOwner: 'De quién es el plan',

  paymentsAndReceipts: 'Pagos y recibos',
  readingPayments: 'Cargando los pagos',
  paymentsUnreadable: 'Ahora no se pueden cargar. Intentándolo de nuevo',
  noPayments: 'Todavía ninguno. Cada pago aparece aquí cuando le llega el día, con su prueba en la cadena.',
  pages: 'Páginas',
  newer: 'Más recientes',
  older: 'Anteriores',
  charges: {
    off: 'No se cobrará',
    scheduled: 'Previsto',
    processing: 'Confirmándose',
    succeeded: 'Pagado',
    retrying: 'Falló; se reintentará',
    abandoned: 'No se cobró',
    skipped: 'No se cobró',
  },
  triedAgain: (moment) => `Se intenta de nuevo: ${moment}.`,
  cameBack: (sum) => `De este pago se te reembolsaron ${sum}.`,
  receipt: 'Recibo',
  receiptOf: (moment) => ` del ${moment}`,
  paid: 'Pagado',
  to: 'Para',
  walletPaid: 'Billetera del vendedor',
  fromWallet: 'Desde la billetera',
  transaction: 'Transacción',
  number: 'Número',

  couldNotBeCollected: 'El pago que corresponde ahora no se pudo cobrar.',
  endsIfItFails: 'Si sigue fallando, esta suscripción termina.',
  failures: {
    insufficient_funds: 'Tu billetera no tenía saldo suficiente.',
    allowance_short: 'Lo que aprobaste no alcanzó. Renueva la aprobación.',
    allowance_gone: 'Tu aprobación se retiró.',
    payer_account_missing: 'Tu billetera ya no tiene una cuenta para este token.',
    payer_account_invalid: 'La cuenta de tu billetera para este token no se puede usar.',
    payer_account_frozen: 'El emisor del token congeló tu cuenta.',
    payee_account_missing:
      'El vendedor no puede recibir este token por el momento. No tienes que hacer nada.',
    payee_account_invalid:
      'El vendedor no puede recibir este token por el momento. No tienes que hacer nada.',
    payee_account_frozen: 'El emisor del token congeló la cuenta del vendedor. No tienes que hacer nada.',
    account_frozen:
      'El emisor del token congeló tu cuenta o la del vendedor. Pregunta al emisor si es la tuya: solo el emisor puede levantarlo.',
    account_invalid: 'Tu cuenta para este token, o la del vendedor, ya no existe o no se puede usar.',
    mint_paused: 'El emisor del token detuvo todos los pagos con él.',
    mint_refused:
      'Este token ahora cambia los importes por el camino, así que no se cobra nada con él. Pregunta al vendedor por otra forma de pago.',
  },
  approvalOrPlanGone: 'Tu aprobación se retiró, o el vendedor cerró el plan al que correspondía.',
  sendEnough: (symbol, account, copy) =>
    mix`Envía suficientes ${symbol} a tu billetera ${account} ${copy}. No tienes que firmar nada: tu aprobación está en orden.`,
  sendAtLeast: (lacks, account, copy, holds, due) =>
    mix`Envía al menos ${lacks} a tu billetera ${account} ${copy}: tiene ${holds}, y el pago es de ${due}. No tienes que firmar nada: tu aprobación está en orden.`,
  sendAfresh: (due, account) =>
    mix`Envía al menos ${due} a tu billetera ${account}. Tu aprobación se cerró con la cuenta: en cuanto lleguen los tokens, vuelve a firmarla aquí; si no, esta suscripción termina.`,
  holdsEnough: (holds) => `Tu billetera tiene ahora ${holds}, y es suficiente. No tienes que hacer nada.`,

  cures: {
    heading: 'Antes de que fallen tus próximos pagos',
    headingNow: 'Lo que tus pagos necesitan ahora',
    addFunds: (amount, account, copy, moment) =>
      mix`Envía ${amount} a esta billetera ${account} ${copy}${moment === null ? '.' : ` antes del ${moment}.`} Eso cubre todos tus pagos de los próximos 30 días con este token.`,
    firstAlone: (amount, merchant, hasFailed) =>
      mix`${amount} bastan para el ${hasFailed ? 'que falló' : 'primero que fallaría'}, a ${merchant}.`,
    noAccount: (symbol) =>
      `Tu billetera ya no tiene cuenta de ${symbol}, así que tu aprobación tampoco existe. En cuanto lleguen los tokens, firma aquí una aprobación; si no, estos pagos terminan.`,
    approve: (merchant, moment) =>
      mix`Firma una aprobación${moment === null ? '' : ` antes del ${moment}`}: lo que aprobaste no cubre tus próximos pagos a ${merchant}.`,
    approvalGone: (symbol) =>
      `Tu aprobación de ${symbol} se retiró o pasó a otra aplicación. Para conservar tus suscripciones, firma ahora una aprobación. Si querías detenerlas, no hagas nada: terminan solas.`,
    sign: 'Firmar una aprobación',
    askIssuer: (symbol, moment) =>
      `Pregunta al emisor de ${symbol}: congeló tu cuenta, así que ${moment === null ? '' : `desde el ${moment} `}no se puede cobrar nada. Solo el emisor puede levantarlo.`,
    anotherWallet: (symbol, moment) =>
      `La cuenta de ${symbol} de esta billetera ahora es de otra persona, así que ${moment === null ? '' : `desde el ${moment} `}no se puede cobrar nada. Para continuar, cancela aquí y suscríbete de nuevo con otra billetera.`,
  },

  cancelQuestion: (name) => (name === null ? '¿Cancelar estos pagos?' : `¿Cancelar «${name}»?`),
  cancelPoints: [
    'Se detienen al instante: no se cobra nada más, y no firmas nada para eso.',
    'Lo que ya pagaste queda pagado. Para un reembolso, habla con el vendedor.',
    'Tus otros pagos siguen como están.',
    'No se puede deshacer aquí. Para empezar otra vez, vuelve a suscribirte con el vendedor.',
  ],
  twiceDoesNoHarm: 'Cancelar dos veces no hace daño.',
  cancelNow: 'Cancelar ahora',
  cancelling: 'Cancelando',
  keepIt: 'Conservarlos',
  cancelled: 'Cancelado',
  hasEnded: 'Esto ya terminó',
  nothingMoreFor: (merchant, name) =>
    name === null
      ? mix`No se cobra nada más por esta suscripción de ${merchant}.`
      : mix`No se cobra nada más por «${name}» (${merchant}).`,
  stoppedAtOnce: 'Se detuvo en el momento en que cancelaste, y nadie tiene que firmar nada para eso.',
  alsoTakeBack: 'Retirar también la aprobación de tu billetera (opcional)',
  alsoEndOnChain: 'Terminarla también en la cadena (opcional)',

  readingChain: 'Cargando lo que está aprobado en la cadena',
  takenBack:
    'Listo. Tu aprobación se retiró en la cadena: este servicio ya no puede cobrar nada de este token desde tu billetera.',
  nowMayCollect: (sum) =>
    `Listo. En la cadena este servicio puede cobrar ahora ${sum} y no más, para lo demás que pagas.`,
  stillApproved: (sum) =>
    `En la cadena tu billetera todavía tiene una aprobación para este servicio${sum === null ? '' : ` de ${sum}`}. Nada de ella se usa para lo que terminó. Para quitarla también de la cadena, firma una vez más:`,
  approvedAfterwards: 'Aprobado después',
  nothing: 'Nada',
  othersNeed: (sum) => `${sum}, lo que necesitan tus otros pagos`,
  yourOthers: 'Tus otros pagos',
  noOthers: (symbol) => `No tienes otros en ${symbol}`,
  othersGoOn: (count, symbol) => `${count} en ${symbol}: ${count === 1 ? 'sigue' : 'siguen'} como antes`,
  networkFee: 'Comisión de red',
  fraction: 'Una fracción de centavo, de tu SOL',
  takeItBack: (wallet) => mix`Retirarla con ${wallet}`,
  takeBackLater:
    'En este momento no se puede consultar la cadena. Aun así no se cobra nada; vuelve aquí para retirar la aprobación también en la cadena.',
  noApprovalLeft: 'En la cadena tampoco hay una aprobación para este servicio: no queda nada que retirar.',
  onlyOthersLeft:
    'En la cadena tu aprobación tiene solo lo que necesitan tus otros pagos: no queda nada que retirar.',

  renewed: 'Aprobación renovada',
  coveredFor: (merchant, payments) =>
    payments === 1
      ? mix`Confirmado en la cadena. Tu aprobación cubre el próximo pago a ${merchant}. Con esto no se pagó nada.`
      : mix`Confirmado en la cadena. Tu aprobación cubre los próximos ${grouped(payments)} pagos a ${merchant}. Con esto no se pagó nada.`,
  nothingToRenew: (payments) =>
    payments === 1
      ? 'No hay nada que renovar: el único pago que queda ya está aprobado.'
      : `No hay nada que renovar: los ${payments} pagos que quedan ya están aprobados.`,
  renewAbout:
    'Apruebas una suma que se puede cobrar con el tiempo, pago a pago. Ahora no pagas nada, y puedes cancelar cuando quieras.',
  howMany: '¿Para cuántos pagos más?',
  coverage: (payments, until) => `${plural(payments, 'pago')}${until === null ? '' : `, hasta el ${until}`}`,
  forThese: 'Para estos pagos',
  forAllThatRemain: (sum, payments) =>
    payments === 1 ? `${sum}, para el único pago que queda` : `${sum}, para los ${payments} pagos que quedan`,
  forYourOthers: (symbol) => `Para los otros en ${symbol}`,
  oneServesAll: (sum) => `${sum}: una aprobación sirve para todos`,
  youApproveInAll: 'Apruebas en total',
  andNoMore: (sum) => mix`${sum}, y no más`,
  thisServiceWithKey: (key) => mix`Este servicio, con su clave ${key}`,
  replacesKey: (key) => `. Reemplaza a la clave anterior ${key}; lo que aceptaste no cambia`,
  approveWith: (wallet) => mix`Aprobar con ${wallet}`,
  leaveIt: 'Dejarlo como está',

  answerWallet: (wallet) => mix`Continúa en ${wallet}: lo que muestra debe ser lo que acabas de leer`,
  signedWaiting: 'Firmado. Esperando la confirmación en la cadena',
  notSeenYet:
    'Todavía no se ve en la cadena. Esta página sigue buscando, y firmarlo otra vez no hace daño. Una razón frecuente es una billetera sin SOL para la comisión de red.',
  doNotSign: 'No firmar',
  wrongNetwork: 'No está en la red de estos pagos',
  cannotSign: 'No puede firmar transacciones de este tipo',

  steps: {
    cancel: {
      verbWith: (wallet) => mix`Cancelar en la cadena con ${wallet}`,
      why: 'Este servicio ya no cobra nada por ella. En la cadena la suscripción sigue abierta. Para cancelarla también allí, firma una vez más.',
      done: 'Cancelada en la cadena.',
    },
    close: {
      verbWith: (wallet) => mix`Cerrarla con ${wallet}`,
      why: (sol) =>
        `La suscripción está cancelada y su período terminó. Al cerrarla desaparece de la cadena, y su depósito de unos ${sol} SOL vuelve a quien lo pagó.`,
      done: 'Cerrada. No queda nada de ella en la cadena.',
    },
    restore: {
      verbWith: (wallet) => mix`Permitirlo otra vez con ${wallet}`,
      why: 'Tu billetera dio su permiso a otra aplicación, así que el próximo pago no se puede cobrar. Una firma se lo devuelve al programa de Solana que protege tu suscripción. Lo que aceptaste no cambia. La otra aplicación pierde el permiso.',
      done: 'Listo. El próximo pago se puede cobrar otra vez.',
    },
  },
  chainSilentSteps:
    'En este momento no se puede consultar la cadena. Vuelve aquí para ver lo que queda en ella.',
  nothingInTheWay: 'Nada impide el próximo pago.',
  nothingLeft: 'No queda nada de ella en la cadena.',
  nothingToSign: 'En este momento no hay nada que firmar.',
  closableFrom: (moment) =>
    `También está cancelada en la cadena. A partir del ${moment} puedes cerrarla aquí, y su depósito vuelve.`,

  shownChanged: 'Lo que aprobarías ha cambiado desde que se mostró. No se firmó nada. Léelo otra vez.',
  noAnswer: 'El servicio no respondió. Revisa tu conexión e inténtalo de nuevo.',
  inWallet: {
    user_rejected: 'Rechazaste la solicitud en tu billetera. No se firmó nada. Puedes intentarlo de nuevo.',
    wallet_timeout: 'Tu billetera no respondió. Si firmaste allí, aquí se notará. Si no, inténtalo de nuevo.',
    wallet_error: 'Tu billetera no pudo firmar. Inténtalo de nuevo, o usa otra billetera.',
    blockhash_expired:
      'Lo que firmaste no llegó a tiempo a la red y ya no puede llegar. No se pagó nada. Inténtalo de nuevo.',
    wrong_payer:
      'Esa billetera no muestra la cuenta con la que iniciaste sesión. Cambia a ella allí e inténtalo de nuevo.',
    transaction_mismatch:
      'La transacción no coincidía con lo que se muestra aquí, así que no se pidió nada a tu billetera y no se firmó nada. Comprueba de nuevo; si sigue pasando, avisa a quien opera este servicio.',
  },
};

export const served: Catalogue['served'] = {
  language: 'Idioma',
  checkoutTitle: 'Pago · Autopay',
  checkoutHeading: 'Pago',
  checkoutShared: 'Una solicitud de pago. Sus condiciones solo se muestran a quien tiene el enlace completo.',
  checkoutNeedsScript:
    'Esta página necesita JavaScript: las condiciones de este pago solo se muestran a quien tiene el enlace completo, y la parte después de la # nunca sale de tu navegador. Abrirla no paga nada.',
  readingTerms: 'Cargando las condiciones',
  offerNeedsScript:
    'Para pagar, abre esta página con JavaScript, en un navegador que tenga una billetera de Solana. Verás exactamente lo que aceptas antes de firmar nada. Abrir esta página no paga nada.',
  lookingForWallets: 'Buscando tus billeteras',
  test: 'Prueba',
  or: 'o ',
  once: 'una sola vez',
  untilYouCancel: (often) => `${often}, hasta que canceles`,
  freeFirst: (duration) => `Primero, ${duration} gratis.`,
  priceOften: (price, often) => `${price} ${often}`,
  priceOnce: (price) => `${price} una sola vez`,
  eitherPrice: (often, once) => `${often}, o ${once}`,
  summary: (price, merchant, isTest) =>
    `${price}, a ${merchant}${isTest ? ' (prueba: sin dinero real)' : ''}.`,
  runBy: (operator) =>
    mix`Los pagos los gestiona ${operator}. Cobra lo que aceptaste y nunca guarda tu dinero, que va directamente de billetera a billetera.`,
  seeAndStop: 'Ver y detener los pagos de tu billetera',
  portalTitle: 'Tus pagos · Autopay',
  portalHeading: 'Tus pagos',
  portalAbout: 'Consulta lo que se puede cobrar de tu billetera, detenlo o renuévalo.',
  portalNeedsScript:
    'Esta página necesita JavaScript, en un navegador que tenga tu billetera de Solana. Sin él también puedes detenerlo todo: retira la aprobación en tu billetera, y no se cobra nada más.',
  unsubscribe: 'Dejar de recibir estos correos',
  unsubscribeAbout:
    '¿Quieres dejar de recibir estos correos? No te llegarán más de este tipo. Los pagos y las suscripciones siguen como están.',
  unsubscribeNow: 'Dejar de recibirlos',
  unsubscribed: 'Ya no recibirás estos correos',
  unsubscribedAbout:
    'No te llegarán más correos de este tipo. Los pagos y las suscripciones siguen como están.',
  fromHere: 'Qué puedes hacer ahora',
  nothingHere: 'Aquí no hay nada',
  nothingHereAbout: [
    'Este enlace no existe, o su vendedor lo desactivó. No se pagó nada.',
    'Pide uno nuevo a quien te lo envió.',
  ],
  tooMany: 'Demasiadas solicitudes',
  tooManyAbout: ['Espera un minuto y vuelve a cargar esta página.'],
  ourFault: 'Algo falló de nuestro lado',
  ourFaultAbout: [
    'Esta página no se pudo mostrar. No se pagó nada por abrirla. Vuelve a cargarla en un momento.',
  ],
  seeOrStop: 'Ver o detener los pagos de tu billetera',
  signInToSell: 'Iniciar sesión para vender',
  readTheReference: 'Leer la referencia de la API',
  rootAbout: [
    'Pagos y suscripciones en monedas estables sobre Solana, directamente de billetera a billetera.',
    '¿Tienes pagos aquí? Consúltalos o detenlos con tu billetera. ¿Vendes? Inicia sesión en tu panel.',
  ],
  linkIncomplete: 'Este enlace no está completo',
  linkIncompleteAbout: [
    'Falta la parte que dice lo que se paga. No se pagó nada.',
    'Abre el enlace tal como lo recibiste, o pídelo otra vez a quien te lo envió.',
  ],
  inOneList: ['Lo que paga tu billetera está en una sola lista: inicia sesión allí con ella.'],
  listOfPayments: 'Tu lista de pagos',
  noSuchAddress: ['Esta dirección no existe. Revisa si le sobra o le falta una letra. No se pagó nada.'],
  notices: 'Avisos por correo',
  noticesAbout: (merchant) =>
    `Recibe avisos de tus pagos a ${merchant}: recibos, pagos próximos y fallidos, reembolsos y el fin de una suscripción. No se envía nada más.`,
  noticesOn: 'Los avisos están activados para esta billetera.',
  noticesGoTo: (address) => mix`Los avisos se envían a ${address}.`,
  noticesWait:
    'Enviamos un enlace. Ábrelo para confirmar la dirección: hasta entonces no se envía nada allí.',
  noticesWaitAt: (address) =>
    mix`Enviamos un enlace a ${address}. Ábrelo para confirmar la dirección: hasta entonces no se envía nada allí.`,
  noticesChangeThere: 'Para cambiar o quitar la dirección, entra con la billetera que paga, en tus pagos.',
  noticesAddress: 'Dirección de correo',
  noticesOtherAddress: 'Otra dirección de correo',
  noticesShare: 'El vendedor puede ver esta dirección. Si no, solo ve que los avisos están activados.',
  noticesSend: 'Enviarme un enlace para confirmarla',
  noticesShow: 'Dejar que el vendedor vea la dirección',
  noticesHide: 'Ocultar la dirección al vendedor',
  noticesRemove: 'Quitar la dirección y detener todos los avisos',
  noticesSaid: {
    invalid: 'Esto no es una dirección de correo. Comprueba si sobra o falta alguna letra.',
    refused: 'No se envió ningún enlace: ya se enviaron demasiados allí. Inténtalo mañana.',
    busy: 'No se envió ningún enlace: se pidieron demasiados a este vendedor en una hora. Inténtalo más tarde. Tus pagos siguen como están.',
    removed: 'La dirección se ha borrado. No se envía nada más.',
    saved: 'Guardado.',
  },
  confirmAddress: 'Confirma tu dirección',
  confirmAddressAbout: (merchant) =>
    mix`Te enviaremos a esta dirección los avisos de tus pagos a ${merchant}. Cada correo permite detenerlos con un clic.`,
  confirmAddressNow: 'Sí, enviar avisos allí',
  addressConfirmed: 'Tu dirección está confirmada',
  addressConfirmedAbout: 'Desde ahora te enviamos a esta dirección los avisos de tus pagos.',
};

export const receipt: Catalogue['receipt'] = {
  title: (number, seller) => `Recibo ${number} · ${seller}`,
  heading: 'Recibo',
  number: 'Número',
  paidOn: 'Fecha de pago',
  period: 'Período',
  fromTo: (from, to) => `del ${from} al ${to}`,
  testMoney: 'Prueba',
  testMoneySays: 'Se pagó con dinero de prueba: no tiene valor, así que este recibo no tiene validez.',
  seller: 'Vendedor',
  soldAs: (name) => `Nombre comercial: ${name}`,
  taxId: 'Identificación fiscal',
  madeOutTo: 'A nombre de',
  payersWallet: 'Billetera que pagó',
  sellersWallet: 'Billetera que cobró',
  item: 'Concepto',
  amount: 'Importe',
  unnamedSubscription: 'Suscripción',
  unnamedPurchase: 'Compra',
  paid: 'Pagado',
  refundedOn: (date) => `Reembolsado el ${date}`,
  remains: 'Pagado tras los reembolsos',
  token: 'Token',
  transaction: 'Transacción',
  refundTransaction: 'Transacción del reembolso',
  lookUp: 'Verla en Solana Explorer',
  note: 'Nota',
  proof:
    'El dinero pasó directamente de una billetera a otra en Solana. La transacción lo demuestra, sea quien sea quien te muestre esta página.',
  howToPrint:
    'Imprime esta página o guárdala como PDF desde el diálogo de impresión del navegador: cabe en una hoja.',
  keepPrivate: 'Quien tenga esta dirección puede leer este recibo, y solo este.',
  otherLanguage: 'Leerlo en',
  addName: 'Poner un nombre en este recibo',
  changeName: 'Cambiar el nombre de este recibo',
  name: 'Nombre o empresa',
  address: 'Dirección, línea por línea (opcional)',
  nameHint:
    'Figura en este recibo y en los siguientes de la misma suscripción o pedido, hasta que lo cambies en uno de ellos. Solo su vendedor puede verlo.',
  save: 'Guardar',
  remove: 'Quitar el nombre',
  faults: {
    name_missing: 'Escribe un nombre. Lo que parece un enlace no cuenta como nombre.',
    name_long: 'El nombre es demasiado largo: como máximo 120 caracteres.',
    address_long: 'La dirección es demasiado larga: como máximo 6 líneas de 100 caracteres.',
  },
  missingHeading: 'Aquí no hay ningún recibo',
  missing: 'Esta dirección está incompleta o mal escrita. Lo que pagaste no se ve afectado.',
  missingWay:
    'Abre el enlace tal como lo recibiste, o busca el recibo entre tus pagos con la billetera que pagó.',
  yourPayments: 'Ver los pagos de tu billetera',
};

export const catalogue: Catalogue = {
  name: 'Español',
  dir: 'ltr',
  formats,
  common,
  checkout,
  paying,
  portal,
  served,
  receipt,
};
