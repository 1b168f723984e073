/** One hostile request. */
export interface Shape {
  name: string;
  /** What is sent, piece by piece. */
  pieces: readonly (string | Buffer)[];
  /** The statuses that are right; any documented one where it is left out. */
  statuses?: readonly number[];
  /** Whoever reads on after this might read what is not a request: the connection must end. */
  endsConnection?: true;
}

/** The head of a request with a credential that works, so that it comes as far as it can. */
export function headOf(key: string, line: string, headers: readonly string[] = []): string {
  return [line, 'host: 127.0.0.1', `authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');
}

/** A whole request with a JSON body. */
export function post(key: string, path: string, body: string | Buffer, headers: readonly string[] = []) {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const type = headers.some((each) => each.startsWith('content-type'))
    ? []
    : ['content-type: application/json'];
  const head = headOf(key, `POST ${path} HTTP/1.1`, [...type, length, ...headers]);
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}
