import type { Autopay } from '@autopay/sdk';
import { useLive } from '../live.ts';
import { tokens } from '../tokens.ts';
import { ENTRY, type FilterProps } from './filter.tsx';

/** A merchant with more links or products than these finds the others by search. */
const SHOWN = 100;

/** Filters by when and what, which every list of sales takes. */
export function useSaleFilters({ byToken = true } = {}): FilterProps[] {
  const { data: offers } = useLive(readOffers, [], null);
  const nameOf = (id: string) => offers?.names.get(id) ?? id;
  const ofOffers = (name: string, label: string, ids: readonly string[] = []): FilterProps[] =>
    ids.length === 0 ? [] : [{ name, label, options: ids, labelOf: nameOf }];
  return [
    { name: 'createdFrom', label: 'Created from', day: 'first' },
    { name: 'createdTo', label: 'Created to', day: 'last' },
    ...(byToken
      ? [
          {
            name: 'mint',
            label: 'Token',
            options: [...tokens.value.keys()],
            labelOf: (mint: string) => tokens.value.get(mint)?.symbol ?? mint,
          },
        ]
      : []),
    ...ofOffers('product', 'Product', offers?.products),
    ...ofOffers('paymentLink', 'Link', offers?.links),
    { name: 'clientReference', label: 'Reference' },
    { name: 'metadata', label: 'Metadata, as key:value', wants: ENTRY },
  ];
}

async function readOffers(api: Autopay, options: { signal: AbortSignal }) {
  const [products, links] = await Promise.all([
    api.products.list({ limit: SHOWN }, options),
    api.paymentLinks.list({ limit: SHOWN }, options),
  ]);
  const all = [...products.data, ...links.data];
  return {
    products: products.data.map(({ id }) => id),
    links: links.data.map(({ id }) => id),
    names: new Map(all.map(({ id, name }) => [id, name])),
  };
}
