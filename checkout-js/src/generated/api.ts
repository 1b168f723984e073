// Made from openapi.yaml by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CheckoutView: {
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            payer: string;
            payee: string;
            mint: string;
            amountPerPeriod: components["schemas"]["Amount"];
            /** @description 0 for a one-time purchase. */
            periodSeconds: number;
            maxPeriods: number | null;
            /** @description Creation, then activation. */
            startAt: components["schemas"]["Timestamp"];
            /** @description End of the last possible period window; provisional until activation. */
            expiresAt: number | null;
            status: components["schemas"]["MandateStatus"];
            /** @description Periods that were paid. */
            periodsCharged: number;
            trialEndsAt: number | null;
            /** @description Whether the payer held one period's amount when last checked before activation. */
            fundsSufficientAtSignup: boolean;
            sellMode: components["schemas"]["SellMode"];
            trialSeconds: number;
            /** @description Address derived from the terms; the authorization carries it. */
            reference: string;
            /** @description Transaction that published the terms; null until it landed. */
            planSignature: string | null;
            /** @description The deployment's key that the payer approves. */
            delegate: string;
            /** @description The key that the published plan and the reference name. It differs from delegate once the payer has moved the mandate to a newer key. */
            planDelegate: string;
            /** @description End of the last period that the authorization covers; null until active, for a one-time purchase, and under scheme plan without maxPeriods, which ends only when it is cancelled. */
            authorizedUntil: number | null;
            /** @description Only grows; order snapshots by it. */
            version: number;
            scheme: components["schemas"]["Scheme"];
            /** @description Accounts of the Subscriptions program that enforce the terms. Null under approval, and until the payer asks for something to sign. */
            subscription: {
                /** @description The payer's subscription. */
                account: string;
                /** @description The plan it subscribes to: payee, amount and period. */
                plan: string;
                /** @description The wallet that owns the plan. */
                planOwner: string;
            } | null;
            /** @description What was bought, as it was called then: its own, or its link's or product's. Null where the mandate was made without one. */
            name: string | null;
            /** @description What was bought, as it was described then. */
            description: string | null;
            /** @description Id of the link that started it. */
            paymentLink: string | null;
            /** @description Id of the product that started it. */
            product: string | null;
            merchantName: string;
            brand: components["schemas"]["Brand"];
            symbol: string;
            decimals: number;
            tokenProgram: components["schemas"]["TokenProgram"];
            /** @description Of the chain that the mandate is bound to, in base58. */
            genesisHash: string;
            /** @constant */
            object: "checkout_mandate";
            /** @description The product's picture. */
            imageUrl: string | null;
            /** @description Where the payment link sends the payer once they have paid; the page that shows the checkout adds the query parameter mandate. */
            successUrl: string | null;
            /** @description What the authorization approves in all; null once it is no longer pending, and under scheme plan, where no sum is approved. */
            approveAmount: string | null;
            /** @description What approveAmount is made of: this mandate's budget and, as one sum, what remains of the payer's other active mandates on this token. Which these are is shown to the payer's wallet session alone: GET /v1/wallet/mandates. */
            approveParts: {
                /** @description Null for the payer's other mandates, added up. */
                mandateId: string | null;
                amount: components["schemas"]["Amount"];
            }[];
            /** @description Another application's delegate that the payer's signature would displace. */
            replacesDelegate: string | null;
            /** @description What signing costs in SOL while a subscription is pending, and who pays it. It is decided when the instruction is issued, whose `feePayer` says it: a wallet that only sends, or that changes what it signs, pays in any case. Null once it is no longer pending, for a one-time purchase, and while no chain can be asked. */
            signingCosts: {
                /**
                 * @description Whoever pays the network fee and the deposit.
                 * @enum {string}
                 */
                paidBy: "payer" | "service";
                /** @description The deposit of the accounts that are opened, in lamports; 0 for an approval. It returns to whoever paid it when they are closed. */
                depositLamports: components["schemas"]["Amount"];
                /** @description The payer pays because the service has paid as much as it may for now. */
                limitReached: boolean;
            } | null;
            firstCharge: {
                status: components["schemas"]["ChargeStatus"];
                txSignature: string | null;
                /** @description As of a charge. */
                receiptUrl?: string | null;
            } | null;
            /** @description The moment by which the payments fall due, Unix seconds. In test mode the merchant's test clock, which may be ahead of the time. */
            now: number;
            /** @description Once it is paid or approved: the path of a page on which the payer may give an address for notices of their payments to this merchant, valid for at least an hour. Absent where the deployment sends no mail. */
            noticesUrl?: string;
            /** @description Since when the payer has had an active subscription to this merchant on the same terms, besides this one, while this one is pending: whoever approves this pays twice. Null for none. */
            alreadyActiveSince: number | null;
            /** @description While pending, what the payer's wallet holds and what it needs to sign now, in atomic units and in lamports (1 SOL is 1,000,000,000). Null where the chain cannot be asked. */
            funds: {
                amount: components["schemas"]["Amount"];
                /** @description What is collected at once; 0 where a trial comes first. */
                needsAmount: components["schemas"]["Amount"];
                lamports: components["schemas"]["Amount"];
                /** @description For the network fee, deposits of accounts that the signature opens, and what the wallet has to keep. 0 where the service pays the fee. */
                needsLamports: components["schemas"]["Amount"];
            } | null;
        };
        /** @description Unix seconds. */
        Timestamp: number;
        /** @description Atomic units. */
        Amount: string;
        /** @enum {string} */
        MandateStatus: "pending" | "active" | "revoked" | "expired" | "completed";
        /** @enum {string} */
        SellMode: "subscription" | "once";
        /**
         * @description What stands behind the mandate on chain. approval: the payer approves the service's key for a sum, and the service keeps to amount and period. plan: the payer subscribes to a plan of the Subscriptions program, which enforces amount, period and payee.
         * @enum {string}
         */
        Scheme: "approval" | "plan";
        /** @description How the merchant's pages look, and where its payers turn to. Null for what it does not say. */
        Brand: {
            /** @description https. The payer's browser loads it from there. */
            logoUrl: string | null;
            /** @description Such as `#0b7a5a`. Pages correct it where it could not be read. */
            accentColor: string | null;
            supportEmail: string | null;
            /** @description https. */
            supportUrl: string | null;
        };
        /** @enum {string} */
        TokenProgram: "token" | "token-2022";
        /** @enum {string} */
        ChargeStatus: "scheduled" | "processing" | "succeeded" | "retrying" | "abandoned" | "skipped";
        CheckoutInstruction: {
            /** @constant */
            object: "checkout_instruction";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description Base64 of the bincode layout of Solana's Instruction: program id; u64 count, then per account a 32-byte address, a signer
             *     byte and a writable byte; u64 length, then the data.
             */
            instruction: string;
            /** @description Base64 unsigned v0 transaction with this instruction. Under scheme plan one that opens the payer's authority may come before it in the same transaction. */
            transaction: string;
            /** @description Who pays the network fee: the payer, or the service, which then signs too, in `submit`. */
            feePayer: string;
            lastValidBlockHeight: number;
            /** @description How many more signatures follow this one. Under scheme plan a payer may sign twice: once this one is on chain, ask for the instruction again. */
            remaining: number;
        };
        /** @description Every refusal and failure. Each response names the codes that it can carry. */
        Error: {
            error: {
                /**
                 * @description A hint only.
                 * @enum {string}
                 */
                type: "invalid_request_error" | "authentication_error" | "rate_limit_error" | "api_error";
                /** @description For people; may be reworded. */
                message: string;
                /** @description The field, query parameter or header at fault, when exactly one is. */
                param?: string;
                /** @description The contract; branch on this. */
                code: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
