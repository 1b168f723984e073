/** The package's public names; everything else may change without notice. */
export { Autopay, createMerchant } from './autopay.ts';
export * from './core.ts';
export type * from './generated/models.ts';
