import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What a name server knows of one name; an error is a DNS response code; `silent` never answers. */
export interface Zone {
  [hostname: string]: { a?: string[] | 'SERVFAIL'; aaaa?: string[] } | 'silent';
}

/** A name server on a loopback UDP port that answers from `zone` (names absent from it do not exist, RFC 1035). */
export async function startDnsServer(zone: Zone): Promise<{ address: string; close(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const wantsIpv4 = query.readUInt16BE(at + 1) === 1;
    const entry = zone[labels.join('.').toLowerCase()];
    if (entry === 'silent') return;
    const records = (wantsIpv4 ? entry?.a : entry?.aaaa) ?? [];
    const code = entry === undefined ? 3 : records === 'SERVFAIL' ? 2 : 0;
    const addresses = records === 'SERVFAIL' ? [] : records;
    const header = Buffer.from([
      query[0]!,
      query[1]!,
      0x81,
      0x80 | code,
      0,
      1,
      0,
      addresses.length,
      0,
      0,
      0,
      0,
    ]);
    const answers = addresses.map((address) => {
      const bytes = wantsIpv4 ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
      return Buffer.concat([
        Buffer.from([0xc0, 12, 0, wantsIpv4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length]),
        bytes,
      ]);
    });
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() };
}

/** Of an address with exactly one `::`. */
function ipv6Bytes(address: string): Buffer {
  const [start = [], end = []] = address
    .split('::')
    .map((half) => half.split(':').flatMap((word) => (word === '' ? [] : [parseInt(word, 16)])));
  const words = [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}
