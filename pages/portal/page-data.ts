/** A mode of this deployment that a payer can look at. */
export interface PortalMode {
  mode: 'test' | 'live';
  /** What the Wallet Standard calls its chain, such as solana:mainnet; null where it is not known yet. */
  chain: string | null;
}

/** What the portal's script begins with. */
export interface PortalPageData {
  /** Live first. */
  modes: readonly PortalMode[];
}
