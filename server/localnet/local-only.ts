import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** An error response in the words of Agave's RPC. */
export interface Refusal {
  status: 403 | 415;
  text: string;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Why a request does not come from a program on this machine, or null. Nothing else protects the localnet,
 * and any page that its user opens can send requests to loopback ports: such a page has a foreign origin, or
 * a name of its own that points at this machine (DNS rebinding). `host`: what the localnet listens on.
 */
export function refusalOfForeigner(headers: IncomingHttpHeaders, host: string): Refusal | null {
  if (!isLocal(`http://${headers.host}`, host)) {
    return { status: 403, text: 'Provided Host header is not whitelisted.\n' };
  }
  if (headers.origin !== undefined && !isLocal(headers.origin, host)) {
    return { status: 403, text: 'Origin of the request is not whitelisted.\n' };
  }
  return null;
}

/** The same check for a body's type: with `text/plain` a page needs no CORS consent to send it. */
export function refusalOfType(headers: IncomingHttpHeaders): Refusal | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() === 'application/json') return null;
  return {
    status: 415,
    text: 'Supplied content type is not allowed. Content-Type: application/json is required\n',
  };
}

function isLocal(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const name = new URL(origin).hostname.replace('[', '').replace(']', '');
  if (name === 'localhost' || name === host) return true;
  return isIP(name) > 0 && LOOPBACK.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4');
}
