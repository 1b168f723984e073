import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { type Command, UsageError } from './command.ts';
import { describeKinds, EVENT_KINDS, readEventKind } from './event-kinds.ts';

/** `trigger <event>`: makes the service send a test event for something that did not happen. */
export const trigger: Command = {
  name: 'trigger',
  usage: '<event>',
  summary: 'Create an event of your choice, in test mode',
  details: `Records an event of that kind about your newest mandate or charge, shown as if it had happened. It is marked as a test event, listed and delivered like any other: to your
webhook endpoints, and to a running "listen". Test mode alone has this.`,
  options: {
    list: { type: 'boolean', help: 'Show the kinds of events, and create none.' },
    ...CONNECTION_OPTIONS,
  },
  arity: { min: 0, max: 1 },
  async run(input) {
    const { args, values, terminal, signal } = input;
    const [name] = args;
    if (values['list'] !== undefined) {
      terminal.tell(describeKinds(), { kinds: EVENT_KINDS });
      return 0;
    }
    if (name === undefined) {
      throw new UsageError(
        `Which event? For example: trigger charge.succeeded\nThe kinds are:\n${describeKinds()}`,
      );
    }
    const type = readEventKind(name);
    const { autopay } = await connect(input);
    const event = await autopay.test.createEvent({ type }, { signal });
    const endpoints = event.pendingWebhooks === 1 ? '1 endpoint' : `${event.pendingWebhooks} endpoints`;
    terminal.tell(`${event.id}  ${event.type}  test event, on its way to ${endpoints}`, event);
    return 0;
  },
};
