/** Who can create merchants: anyone; anyone, subject to the owner's approval; only the owner. */
export type SignUp = 'open' | 'approval' | 'closed';
