import { type AutopayError, isAutopayError } from '@autopay/sdk';
import { CommandFailure, type ExitCode, UsageError } from './command.ts';
import { printable } from './terminal.ts';

/** How a failure is reported, and the process's exit code. */
export interface FailureReport {
  exitCode: ExitCode;
  words: string;
  record: {
    error: { code: string; message: string; status?: number; requestId?: string; retryAfterSeconds?: number };
  };
}

/**
 * Whether the same call may succeed later and is safe to repeat: there was no response, or it asked to wait.
 */
export function isPassing(error: unknown): error is AutopayError {
  return isAutopayError(error) && error.retryable;
}

/** The network's error, such as ECONNREFUSED, or the error's own code. */
export function networkReason(error: AutopayError): string {
  const cause = error.cause as { code?: unknown; cause?: { code?: unknown } } | undefined;
  return [cause?.cause?.code, cause?.code].find((code) => typeof code === 'string') ?? error.code;
}

/**
 * Describes `error` for people and for programs; `url` is the service's address. Rethrows unexpected errors.
 */
export function reportFailure(error: unknown, url: string): FailureReport {
  if (error instanceof UsageError) return report(2, 'usage', error.message);
  if (error instanceof CommandFailure) return report(1, error.code, error.message);
  if (!isAutopayError(error)) throw error;
  const { code, status, requestId, retryAfterSeconds } = error;
  if (status === null) {
    return report(1, code, noAnswer(printable(url), networkReason(error)));
  }
  const message = printable(error.message);
  const { words, record, exitCode } = report(1, code, message);
  const details = [
    code,
    `status ${status}`,
    ...(retryAfterSeconds === null ? [] : [`retry-after ${retryAfterSeconds} s`]),
    ...(requestId === null ? [] : [`request ${printable(requestId)}`]),
  ];
  return {
    exitCode,
    words: `${words} (${details.join(', ')})`,
    record: {
      error: {
        ...record.error,
        status,
        ...(requestId === null ? {} : { requestId }),
        ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
      },
    },
  };
}

/** That nothing useful came from `url`, and what to do; `reason` is the network's code. */
export function noAnswer(url: string, reason: string): string {
  const hint = reason.startsWith('ERR_SSL_')
    ? 'No TLS is spoken there: is it http?'
    : 'Is the service running there?';
  return `${url} did not answer: ${reason}. ${hint} Name another address with --url or AUTOPAY_URL.`;
}

function report(exitCode: ExitCode, code: string, message: string): FailureReport {
  return { exitCode, words: `autopay: ${message}`, record: { error: { code, message } } };
}
