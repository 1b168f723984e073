/** Who makes merchants: anyone; anyone, for the platform's owner to approve; the owner alone. */
export type SignUp = 'open' | 'approval' | 'closed';
