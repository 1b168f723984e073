import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** What an answer may be wrong in. */
interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  /** Instead of one more than at the last use. */
  counter?: number;
}

/**
 * A passkey as an authenticator of WebAuthn holds one: ES256, no attestation, with a counter. What real browsers do with one is tested in a real
 * browser; this one lies where a test wants it to.
 */
export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #coseKey: Buffer;
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' });
    const coordinate = (value: string) =>
      Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
    // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: EC2, ES256, P-256 (RFC 9053).
    this.#coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x!),
      Buffer.from([0x22]),
      coordinate(y!),
    ]);
  }

  /** What `navigator.credentials.create` would resolve with, as JSON. */
  create(optionsJson: string, wrong: Wrong = {}): string {
    const { challenge } = JSON.parse(optionsJson) as { challenge: string };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.#authData(0x40, wrong),
      Buffer.alloc(16),
      length,
      this.id,
      this.#coseKey,
    ]);
    // CBOR of {fmt: "none", attStmt: {}, authData}.
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, wrong)),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` would resolve with, as JSON. */
  get(optionsJson: string, wrong: Wrong = {}): string {
    const { challenge } = JSON.parse(optionsJson) as { challenge: string };
    this.counter = wrong.counter ?? this.counter + 1;
    const authData = this.#authData(0, wrong);
    const clientData = this.#clientData('webauthn.get', challenge, wrong);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, challenge: other }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge: other ?? challenge, origin, crossOrigin: false }));
  }

  /** Present, and verified unless it is wrong in that. */
  #authData(flags: number, { rpId = new URL(this.#origin).hostname, isVerified = true }: Wrong): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), counter]);
  }

  #answer(response: object): string {
    const id = base64url(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}
