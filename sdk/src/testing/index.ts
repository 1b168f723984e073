export { type Failure } from './failures.ts';
export { fakeAutopay, type FakeAutopay, type FakeMerchant, type FakeOptions } from './fake.ts';
export { type Event, type EventOf, type EventOverrides, type EventType, makeEvent } from './make-event.ts';
export { type MswHttp } from './msw-handlers.ts';
export { type OperationId } from './operation.ts';
export { type SentEvent } from './sent-events.ts';
export { type RefundDelegation, type WantedBalance } from './arrange.ts';
export { type Receiver } from './webhooks.ts';
