/** A Solana node's JSON-RPC error; codes and `data` are those of Agave's `rpc-client-api`. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** -32602: a malformed parameter. */
export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, message);
}
