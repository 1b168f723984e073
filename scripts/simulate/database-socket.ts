import net from 'node:net';
import { beginRealWork, endRealWork } from './real-io.ts';

/** What a fault does to the next commit of a process. */
export type CommitFault = 'lost-before' | 'lost-after';

/** What the simulation knows of and does to the connections of all processes. */
export interface DatabaseControl {
  /** While true, connections are refused, as by a server that is down. */
  isDown: boolean;
  /** While set, connections are made only when it resolves: a database that is copied takes none. */
  heldUntil: Promise<void> | null;
  /** By application name: what happens to its next commit. */
  commitFaults: Map<string, CommitFault>;
  /** Told when a fault struck. */
  onCommitFault(applicationName: string, fault: CommitFault): void;
}

/** The state in a ReadyForQuery message outside of any transaction: `I`. */
const READY_IDLE = 73;
const sockets = new Set<DatabaseSocket>();

/** A connection to Postgres that counts the replies it waits for, so that a step ends when all are here. */
class DatabaseSocket extends net.Socket {
  static control: DatabaseControl;
  /** Replies awaited: a ready server, or the description of a statement. */
  #awaited: ('ready' | 'description')[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #replies: Buffer[] = [];
  /** No reply is awaited. It begins with the one that a connection is made for. */
  #isIdle = false;
  /** The server has let the driver in. */
  #isReady = false;
  #started = false;
  #commitName: string | null = null;
  applicationName = '';
  /** Whether a transaction is open, as the server last said. */
  inTransaction = false;

  override connect(...args: unknown[]): this {
    beginRealWork();
    this.once('close', () => this.#closed());
    if (DatabaseSocket.control.isDown) {
      const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      setImmediate(() => this.destroy(refused));
      this.#awaited.push('ready');
      return this;
    }
    sockets.add(this);
    this.#awaited.push('ready');
    const { heldUntil } = DatabaseSocket.control;
    if (heldUntil === null) this.#open(args);
    else void heldUntil.then(() => this.destroyed || this.#open(args));
    return this;
  }

  #open(args: unknown[]): void {
    super.connect(...(args as [number, string]));
    // Node puts its own `write` into every socket that connects.
    this.write = DatabaseSocket.prototype.write;
  }

  override write(chunk: Uint8Array | string, ...rest: unknown[]): boolean {
    const bytes = Buffer.from(chunk as Uint8Array);
    if (!this.#started) {
      this.#started = true;
      this.applicationName = /application_name\0([^\0]*)\0/.exec(bytes.toString('latin1'))?.[1] ?? '';
    } else {
      let commits = false;
      for (const { kind, body } of messagesIn(bytes)) {
        if (kind === 'S' || kind === 'Q') this.#await('ready');
        if (kind === 'H') this.#await('description');
        if (this.#isCommit(kind, body)) commits = true;
      }
      if (commits && this.#loseCommit(bytes)) return true;
    }
    return super.write(bytes, ...(rest as []));
  }

  /** A commit is prepared under a name once, and from then on runs by that name. */
  #isCommit(kind: string, body: Buffer): boolean {
    if (kind !== 'P' && kind !== 'B') return false;
    const [first, second] = body.toString('latin1').split('\0');
    if (kind === 'P' && second === 'commit') this.#commitName = first!;
    return kind === 'B' && second === this.#commitName;
  }

  /** A connection that breaks around a commit: the process never learns whether it happened. */
  #loseCommit(bytes: Buffer): boolean {
    const { commitFaults, onCommitFault } = DatabaseSocket.control;
    const fault = commitFaults.get(this.applicationName);
    if (fault === undefined) return false;
    commitFaults.delete(this.applicationName);
    onCommitFault(this.applicationName, fault);
    if (fault === 'lost-before') {
      this.destroy();
      return true;
    }
    // The server responds, and nobody receives it.
    this.removeAllListeners('data');
    this.on('data', () => this.destroy());
    super.write(bytes);
    return true;
  }

  #await(what: 'ready' | 'description'): void {
    this.#awaited.push(what);
    if (!this.#isIdle) return;
    this.#isIdle = false;
    beginRealWork();
  }

  /**
   * Replies reach the driver one by one, each in a turn of its own: how the network cut them into packets must not decide which
   * continuation runs first.
   */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...args);
    this.#rest = Buffer.concat([this.#rest, args[0] as Buffer]);
    let end = 0;
    while (this.#rest.length - end >= 5) {
      const length = this.#rest.readUInt32BE(end + 1) + 1;
      if (this.#rest.length - end < length) break;
      const isComplete = this.#completes(String.fromCharCode(this.#rest[end]!), this.#rest[end + 5]);
      end += length;
      if (!isComplete) continue;
      this.#replies.push(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
      end = 0;
      if (this.#replies.length === 1) setImmediate(() => this.#deliver());
    }
    return true;
  }

  #deliver(): void {
    const reply = this.#replies[0];
    if (reply === undefined) return;
    super.emit('data', reply);
    this.#replies.shift();
    if (this.#replies.length > 0) setImmediate(() => this.#deliver());
    // While the driver is asked to prove who it is, nothing is complete but each message.
    if (this.#awaited.length === 0 && this.#replies.length === 0 && !this.#isIdle) {
      this.#isIdle = true;
      endRealWork();
    }
  }

  /** Whether the driver can act on what has come so far. */
  #completes(kind: string, first: number | undefined): boolean {
    if (kind === 'Z') {
      this.inTransaction = first !== READY_IDLE;
      this.#isReady = true;
      this.#awaited.splice(0, this.#awaited.indexOf('ready') + 1);
      return true;
    }
    if (!this.#isReady) return true;
    if (!'TnE'.includes(kind) || this.#awaited[0] !== 'description') return false;
    this.#awaited.shift();
    return true;
  }

  #closed(): void {
    sockets.delete(this);
    if (!this.#isIdle) endRealWork();
    this.#isIdle = true;
    this.#awaited = [];
    this.#replies = [];
    this.inTransaction = false;
  }
}

function* messagesIn(bytes: Buffer): Generator<{ kind: string; body: Buffer }> {
  for (let at = 0; at + 5 <= bytes.length;) {
    const end = at + bytes.readUInt32BE(at + 1) + 1;
    yield { kind: String.fromCharCode(bytes[at]!), body: bytes.subarray(at + 5, end) };
    at = end;
  }
}

/** From now on every new connection of this process is watched. The driver makes its sockets by this name. */
export function watchDatabaseSockets(control: DatabaseControl): void {
  DatabaseSocket.control = control;
  Object.assign(net, { Socket: DatabaseSocket });
}

/** How many connections have a transaction open: between steps none may, since no transaction spans a wait. */
export function openTransactions(): number {
  // Of a process that died the server need not have noticed yet: it undoes what was open.
  return [...sockets].filter(({ inTransaction, writableEnded }) => inTransaction && !writableEnded).length;
}

/** Breaks every connection, as a server does that stops at once. Resolves when all are closed. */
export async function breakConnections(): Promise<void> {
  const open = [...sockets];
  const closed = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of open) socket.destroy();
  await Promise.all(closed);
}
