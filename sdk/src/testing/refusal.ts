import { errorCodes } from './generated/contract.ts';

/** A code of the contract. */
export type RefusalCode = keyof typeof errorCodes;

/**
 * The details of an error beside its code: a message instead of the code's own, and the one field at fault.
 */
export interface RefusalDetail {
  message?: string;
  param?: string;
}

/** An API error: thrown anywhere in the fake, returned in the contract's error shape. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly param: string | undefined;

  constructor(code: RefusalCode, { message, param }: RefusalDetail = {}) {
    super(message ?? errorCodes[code][1]);
    this.code = code;
    this.param = param;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorCodes[this.code][0];
  }

  /** The contract's error body. */
  toBody(): ErrorBody {
    const { code, message, param } = this;
    return { error: { type: typeOf(this.status), code, message, ...(param === undefined ? {} : { param }) } };
  }
}

/** The one shape of every error. */
export interface ErrorBody {
  error: { type: string; code: string; message: string; param?: string };
}

/** `parameter_invalid` for a value that no schema can reject by itself: `param` `why`. */
export function invalid(param: string, why: string): Refusal {
  return new Refusal('parameter_invalid', { param, message: `${param} ${why}.` });
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status === 500 ? 'api_error' : 'invalid_request_error';
}
