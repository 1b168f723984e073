import { isIP } from 'node:net';

/** The type of a setting. `parse` returns undefined for invalid text. */
export interface SettingType<T> {
  /** Completes "It wants ...". */
  wants: string;
  example: string;
  parse(text: string): T | undefined;
}

/** One of a few words. */
export function choice<const T extends string>(...words: readonly T[]): SettingType<T> {
  return {
    wants: `one of: ${words.join(', ')}`,
    example: words[0] as string,
    parse: (text) => words.find((word) => word === text),
  };
}

/** A switch. */
export const onOff: SettingType<boolean> = {
  wants: 'on or off',
  example: 'on',
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number, example: string): SettingType<number> {
  return {
    wants: `a whole number from ${min} to ${max}`,
    example,
    parse: (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** Any text of `minLength` characters or more. */
export function text(wants: string, example: string, minLength = 1): SettingType<string> {
  return { wants, example, parse: (value) => (value.length >= minLength ? value : undefined) };
}

/** A URL with one of `protocols` (`https:`). */
export function url(protocols: readonly string[], example: string): SettingType<string> {
  return {
    wants: `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    example,
    parse: (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined,
  };
}

/** An origin as a browser shows it: no path, query or user. */
export function origin(example: string): SettingType<string> {
  return {
    wants: 'the http:// or https:// address that people open, without a path',
    example,
    parse: (value) => {
      const parsed = URL.canParse(value) ? new URL(value) : null;
      return parsed && /^https?:$/.test(parsed.protocol) && `${parsed.origin}/` === parsed.href
        ? parsed.origin
        : undefined;
    },
  };
}

/** Several values of `type`, separated by commas; surrounding spaces are ignored. */
export function listOf<T>(type: SettingType<T>): SettingType<T[]> {
  return {
    wants: `${type.wants}; several with commas between them`,
    example: type.example,
    parse: (value) => {
      const parsed = value.split(',').map((part) => type.parse(part.trim()));
      return parsed.every((part) => part !== undefined) ? (parsed as T[]) : undefined;
    },
  };
}

/** A name server's address, with a port unless it is 53. */
export const nameServer: SettingType<string> = {
  wants: 'the address of a name server',
  example: '9.9.9.9',
  parse: (value) => {
    const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::[0-9]{1,5})?$/.exec(value) ?? [];
    return isIP(bracketed ?? plain ?? value) > 0 ? value : undefined;
  },
};

/** A range of addresses. A single address is a range of one. */
export const cidr: SettingType<string> = {
  wants: 'an address range in CIDR form',
  example: '10.0.0.0/8',
  parse: (value) => {
    const [address = '', bits, ...rest] = value.split('/');
    const max = { 4: 32, 6: 128 }[isIP(address)];
    if (max === undefined || rest.length > 0) return undefined;
    return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= max) ? value : undefined;
  },
};
