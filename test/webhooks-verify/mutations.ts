/** Mulberry32: a small generator whose seed repeats a run. Returns whole numbers below `limit`. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

type Random = (limit: number) => number;

/** What a proxy, a copy by hand or an attacker may put where something else was. */
const ODD_TEXTS = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  ',',
  ',,',
  '=',
  't=',
  'v1=',
  'v0=ab',
  'v2=cd',
  'v10=xy',
  ', ',
  '; ',
  '%2C',
  '"',
  '+',
  '-',
  '0x',
  '1e3',
  '.5',
  '00',
  '٣',
  '１',
  'ａ',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\ud800',
  '{}',
  '[]',
  'null',
  '{',
  '}',
  '\\',
  'é',
  '😀',
  '0'.repeat(64),
  'A'.repeat(1_100),
];

/** One header changed in one to three ways: characters, parts, case, white space, digits of other scripts, size. */
export function mutateText(text: string, random: Random): string {
  let result = text;
  for (let times = random(3); times >= 0; times -= 1) result = mutateOnce(result, random);
  return result;
}

function mutateOnce(text: string, random: Random): string {
  const at = random(text.length + 1);
  const end = at + random(9);
  const odd = ODD_TEXTS[random(ODD_TEXTS.length)]!;
  const parts = text.split(',');
  const part = random(parts.length);
  switch (random(12)) {
    case 0:
      return (
        text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random(8))) + text.slice(at + 1)
      );
    case 1:
      return text.slice(0, at);
    case 2:
      return text.slice(0, at) + text.slice(end);
    case 3:
      return text.slice(0, at) + odd + text.slice(at);
    case 4:
      return text.slice(0, at) + odd + text.slice(end);
    case 5:
      return text.slice(0, at) + text.slice(at, end).toUpperCase() + text.slice(end);
    case 6:
      return text.slice(0, at) + text.slice(at, end).toLowerCase() + text.slice(end);
    case 7:
      return parts.toSpliced(part, 0, parts[random(parts.length)]!).join(',');
    case 8:
      return parts.toSpliced(part, 1).join(',');
    case 9:
      return parts.toReversed().join(',');
    case 10:
      return `${parts.toSpliced(part, 1, odd)}`;
    default:
      return text.slice(0, at) + random(10) + text.slice(at + 1);
  }
}

/** A body changed in its bits, bytes, length, or written anew. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1);
  const end = at + random(9);
  switch (random(8)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at]! ^= 1 << random(8);
      return copy;
    }
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return bytes.subarray(at);
    case 3:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(ODD_TEXTS[random(ODD_TEXTS.length)]!),
        bytes.subarray(at),
      ]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 5:
      return Buffer.concat([bytes, Buffer.from([random(256)])]);
    case 6:
      return Buffer.concat([bytes, bytes.subarray(at, end)]);
    default:
      return Buffer.from(mutateOnce(bytes.toString(), random));
  }
}
