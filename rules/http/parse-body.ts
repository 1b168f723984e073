import { ApiError } from '../api-error.ts';

/**
 * JSON is UTF-8 (RFC 8259, section 8.1), so no other charset is accepted. Empty: after a trailing semicolon.
 */
const JSON_PARAMETERS = new Set(['', 'charset=utf-8', 'charset="utf-8"']);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** 256 KiB: the limit of the specification, for every request. */
export const MAX_BODY_BYTES = 262_144;

/** `content-type` and `content-encoding`; null if absent. */
export interface BodyHeaders {
  type: string | null;
  encoding: string | null;
}

/**
 * The body as an object; `{}` for an empty one. Throws `parameter_invalid` naming the header, or
 * `invalid_json`.
 */
export function parseBody(bytes: Uint8Array, headers: BodyHeaders): Record<string, unknown> {
  if (bytes.length === 0) return {};
  if (!isJson(headers.type ?? '')) {
    throw new ApiError('parameter_invalid', {
      param: 'content-type',
      message: 'Send the body as JSON, with the header "content-type: application/json".',
    });
  }
  if (headers.encoding !== null) {
    throw new ApiError('parameter_invalid', {
      param: 'content-encoding',
      message: 'Send the body as it is, without a content-encoding.',
    });
  }
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('parameter_invalid', { message: 'The body must be a JSON object.' });
  }
  return body as Record<string, unknown>;
}

function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every((part) => JSON_PARAMETERS.has(part));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
}
