import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** A key and a self-signed certificate for `dnsNames` and `ipv4` addresses, valid from 2025 to 2049 unless `expired`. */
export function makeTestCertificate(names: { dnsNames?: string[]; ipv4?: string[]; expired?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('Test')))));
  const validity = sequence(
    utcTime('250101000000Z'),
    utcTime(names.expired ? '250102000000Z' : '491231000000Z'),
  );
  const altNames = sequence(
    ...(names.dnsNames ?? []).map((dnsName) => der(0x82, Buffer.from(dnsName))),
    ...(names.ipv4 ?? []).map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey,
    der(0xa3, sequence(sequence(objectId('551d11'), der(0x04, altNames)))),
  );
  const signature = sign('sha256', body, createPrivateKey(privateKey));
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey, cert };
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const value = Buffer.concat(content);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...content: Buffer[]): Buffer {
  return der(0x30, ...content);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}
