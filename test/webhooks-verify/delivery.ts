import type { Event } from '@autopay/webhooks-verify';
import { signRequest, type SignedRequest } from '@autopay/webhooks-verify/testing';

/** The secret of the tests' endpoint. */
export const secret = 'whsec_4mJ8nYpQ2sVw7xZb3cDf5gHk9tLr6uNa1eWq8yTzXvB';

/** An event of `type` with this id. */
export function eventOf<T extends Event['type']>(type: T, id = 'evt_1'): Extract<Event, { type: T }> {
  const object = { object: type.split('.')[0], id: 'obj_1', version: 1 };
  const event = { id, object: 'event', type, createdAt: 1_767_225_600, livemode: false, apiVersion: '0.1.0' };
  return { ...event, data: { object } } as unknown as Extract<Event, { type: T }>;
}

/** A delivery of `charge.succeeded`, signed just now. */
export function delivery(id = 'evt_1'): Promise<SignedRequest> {
  return signRequest({ event: eventOf('charge.succeeded', id), secret });
}
