import type { TestMerchant } from './service.ts';

/** What happened to a mandate and its charges, oldest first. */
export async function eventTypes(merchant: TestMerchant, mandate: string): Promise<string[]> {
  const { data } = await merchant.api.events.list({ mandate, limit: 50 });
  return data.map(({ type }) => type).toReversed();
}
