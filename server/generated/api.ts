// Made from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a merchant
         * @description Answers with the merchant's two secret keys, once. Store them; only their hashes are kept.
         */
        post: operations["createMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the platform's tokens
         * @description The registry of this mode, each entry marked with whether this merchant accepts it.
         */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mandates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List mandates */
        get: operations["listMandates"];
        put?: never;
        /**
         * Create a mandate
         * @description Creates the mandate and its on-chain plan. Without `autoAuthorize` it is pending until the payer has authorized it
         *     through the checkout operations with the `client_secret` of this response, which is shown once.
         */
        post: operations["createMandate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mandates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a mandate */
        get: operations["getMandate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mandates/{id}/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a mandate's charges */
        get: operations["listMandateCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mandates/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a mandate's refunds */
        get: operations["listMandateRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/mandates/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a mandate
         * @description Stops all future pulls: after this answer no new transaction is signed. One that was signed before is only
         *     observed; if it landed, its charge succeeds.
         */
        post: operations["revokeMandate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charges/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a charge
         * @description A transfer from payee to payer. Where the payee delegated refunds to this deployment it settles now; else the
         *     refund is pending with a `transaction` for the payee's wallet to sign.
         */
        post: operations["refundCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a refund */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}/transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the transaction that the payee signs
         * @description Answers with the refund's current transaction, or with a new one once the former can no longer land. A refund
         *     that has settled or failed is answered as it is, without a transaction.
         */
        post: operations["createRefundTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Broadcast a refund that the payee signed */
        post: operations["submitRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/mandates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The mandate as its payer sees it */
        get: operations["getCheckoutMandate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/mandates/{id}/instruction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The instruction that the payer's wallet signs
         * @description For a subscription one ApproveChecked that carries the plan's reference; for a one-time purchase one
         *     TransferChecked, which is the payment. Also answered as a whole unsigned transaction. Where the deployment sponsors fees,
         *     its `feePayer` may be the service: such a transaction is signed unchanged and goes to `submit`.
         */
        post: operations["createCheckoutInstruction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/mandates/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Broadcast the authorization that the payer signed
         * @description For wallets that only sign. Verified by meaning, broadcast, and then as refresh.
         */
        post: operations["submitCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/mandates/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for the authorization on chain
         * @description Re-checks the chain, activates the mandate and settles the first charge, waiting at most 8 seconds for it. Nothing
         *     on chain yet answers 200 with the mandate still pending.
         */
        post: operations["refreshCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description The secret is shown in full once, here. An address that the outbound policy refuses is refused now.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an event */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A wallet's balance of one token
         * @description Public on-chain data, readable before any mandate exists. 0 where the token account does not exist.
         */
        get: operations["getWalletBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a funded test wallet */
        post: operations["createTestWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a wallet test tokens
         * @description Also one SOL where the wallet has less, so that it can pay network fees.
         */
        post: operations["fundTestWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a test token and put it on the test registry */
        post: operations["createTestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event of your choice to your endpoints
         * @description Carries the merchant's newest mandate or charge, whichever the type is about.
         */
        post: operations["createTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the merchant's test clock */
        get: operations["getTestClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the merchant's test clock forward
         * @description Runs everything that falls due on the way, in order, and answers when it has settled. Moves schedule, retries,
         *     trials and expiry; never leases, blockhashes, webhook timestamps or retries.
         */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "mandate.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An authorization was created; for a one-time purchase the order opened. */
        post: operations["mandate.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mandate.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payer's signature landed on chain. */
        post: operations["mandate.activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mandate.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nothing further will be charged. */
        post: operations["mandate.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mandate.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The payer cancelled on chain, the merchant revoked, or retries were exhausted. */
        post: operations["mandate.revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mandate.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The mandate passed its end date. */
        post: operations["mandate.expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A future charge was placed on the schedule. */
        post: operations["charge.scheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Money moved. This is the event that means payment was received. */
        post: operations["charge.succeeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An attempt failed and will be retried. */
        post: operations["charge.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.abandoned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retries are exhausted or the allowance is gone; no more attempts. */
        post: operations["charge.abandoned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.skipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The charge fell due when the mandate was no longer active. */
        post: operations["charge.skipped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Name: string;
        /**
         * Format: solana-address
         * @description A Solana address in base58 (32 bytes).
         */
        Address: string;
        /**
         * Format: solana-signature
         * @description A Solana transaction signature in base58 (64 bytes).
         */
        Signature: string;
        /**
         * Format: atomic-amount
         * @description Positive whole number of atomic units, at most 18446744073709551615.
         */
        RequestAmount: string;
        /** @description Atomic units. */
        Amount: string;
        /** @description Unix seconds. */
        Timestamp: number;
        /** @description Base64 of the signed wire transaction, at most 1232 bytes. */
        Base64Transaction: string;
        /** @enum {string} */
        TokenProgram: "token" | "token-2022";
        /** @enum {string} */
        SellMode: "subscription" | "once";
        /** @enum {string} */
        MandateStatus: "pending" | "active" | "revoked" | "expired" | "completed";
        /** @enum {string} */
        ChargeStatus: "scheduled" | "processing" | "succeeded" | "retrying" | "abandoned" | "skipped";
        /** @enum {string} */
        RefundStatus: "pending" | "succeeded" | "failed";
        /** @enum {string} */
        EventType: "mandate.created" | "mandate.activated" | "mandate.completed" | "mandate.revoked" | "mandate.expired" | "charge.scheduled" | "charge.succeeded" | "charge.failed" | "charge.abandoned" | "charge.skipped";
        Error: {
            error: {
                /**
                 * @description A hint only.
                 * @enum {string}
                 */
                type: "invalid_request_error" | "authentication_error" | "rate_limit_error" | "api_error";
                /** @description The contract; branch on this. */
                code: string;
                /** @description For people; may be reworded. */
                message: string;
                /** @description The field, query parameter or header at fault, when exactly one is. */
                param?: string;
            };
        };
        Merchant: {
            /** @constant */
            object: "merchant";
            id: string;
            /** @description The mode of the request. */
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            email: string | null;
            payoutWallet: string | null;
            payoutWalletVerifiedAt: number | null;
        };
        MerchantWithKeys: {
            /** @constant */
            object: "merchant";
            id: string;
            /** @description The mode of the request. */
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            email: string | null;
            payoutWallet: string | null;
            payoutWalletVerifiedAt: number | null;
            keys: {
                /** @description sk_test_ secret key. */
                test: string;
                /** @description sk_live_ secret key. */
                live: string;
            };
        };
        Token: {
            /** @constant */
            object: "token";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            mint: string;
            symbol: string;
            decimals: number;
            /** @enum {string} */
            class: "stable" | "other";
            /** @description Accepted unless the merchant declines it. */
            isDefault: boolean;
            /** @description The stable that pricing falls back to; cannot be declined. */
            floor: boolean;
            /** @description Whether the calling merchant accepts it. */
            accepted: boolean;
        };
        Mandate: {
            /** @constant */
            object: "mandate";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            merchantId: string;
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
            /** @description End of the last period that the approved budget covers; null until active, and for a one-time purchase. */
            authorizedUntil: number | null;
            /** @description Only grows; order snapshots by it. */
            version: number;
        };
        MandateWithSecret: {
            /** @constant */
            object: "mandate";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            merchantId: string;
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
            /** @description End of the last period that the approved budget covers; null until active, and for a one-time purchase. */
            authorizedUntil: number | null;
            /** @description Only grows; order snapshots by it. */
            version: number;
            /** @description Shown once. For the payer's browser only. */
            client_secret: string;
        };
        CheckoutView: {
            /** @constant */
            object: "checkout_mandate";
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
            /** @description End of the last period that the approved budget covers; null until active, and for a one-time purchase. */
            authorizedUntil: number | null;
            /** @description Only grows; order snapshots by it. */
            version: number;
            merchantName: string;
            symbol: string;
            decimals: number;
            tokenProgram: components["schemas"]["TokenProgram"];
            /** @description Of the chain that the mandate is bound to, in base58. */
            genesisHash: string;
            /** @description What the authorization approves in all; null once it is no longer pending. */
            approveAmount: string | null;
            /** @description What approveAmount is made of: this mandate's budget and what remains of the payer's other active mandates on this token. */
            approveParts: {
                /** @description Null for the mandates of other merchants, added up. */
                mandateId: string | null;
                amount: components["schemas"]["Amount"];
            }[];
            /** @description Another application's delegate that the approval would displace. */
            replacesDelegate: string | null;
            firstCharge: {
                status: components["schemas"]["ChargeStatus"];
                txSignature: string | null;
            } | null;
        };
        MandateList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Mandate"][];
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
        };
        Charge: {
            /** @constant */
            object: "charge";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            mandateId: string;
            periodIndex: number;
            amount: components["schemas"]["Amount"];
            dueAt: components["schemas"]["Timestamp"];
            status: components["schemas"]["ChargeStatus"];
            /** @description Attempts that the state of the payer's or payee's account decided. */
            attempts: number;
            /** @description On-chain settlement proof. */
            txSignature: string | null;
            /** @description Atomic units of succeeded refunds. */
            refundedAmount: components["schemas"]["Amount"];
            payer: string;
            payee: string;
            mint: string;
            /** @description Why the last attempt failed. */
            failure: {
                /** @description insufficient_funds, allowance_short, allowance_gone, account_missing, account_frozen, account_invalid, mint_refused or mint_paused. */
                code: string;
                message: string;
            } | null;
            nextAttemptAt: number | null;
            version: number;
        };
        ChargeList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Charge"][];
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
        };
        Refund: {
            /** @constant */
            object: "refund";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            chargeId: string;
            mandateId: string;
            amount: components["schemas"]["Amount"];
            status: components["schemas"]["RefundStatus"];
            txSignature: string | null;
            reason: string | null;
            failure: {
                code: string;
                message: string;
            } | null;
            /** @description Base64 unsigned transaction for the payee's wallet; only while it waits for the payee's signature. */
            transaction?: string;
        };
        RefundList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Refund"][];
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
        };
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
            /** @description Base64 unsigned v0 transaction with this instruction. */
            transaction: string;
            /** @description Who pays the network fee: the payer, or the service, which then signs too, in `submit`. */
            feePayer: string;
            lastValidBlockHeight: number;
        };
        WebhookEndpoint: {
            /** @constant */
            object: "webhook_endpoint";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            url: string;
            /** @description Begins whsec_. In full on creation only; after that whsec_ and its last 4 characters. */
            secret: string;
        };
        WebhookEndpointList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookEndpoint"][];
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
        };
        Balance: {
            /** @constant */
            object: "balance";
            livemode: boolean;
            /** @description When it was read. */
            createdAt: components["schemas"]["Timestamp"];
            address: string;
            mint: string;
            amount: components["schemas"]["Amount"];
        };
        TokenList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Token"][];
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
        };
        /** @description An event as it was delivered, and how many of its deliveries are still pending. */
        ListedEvent: components["schemas"]["ListedMandateCreatedEvent"] | components["schemas"]["ListedMandateActivatedEvent"] | components["schemas"]["ListedMandateCompletedEvent"] | components["schemas"]["ListedMandateRevokedEvent"] | components["schemas"]["ListedMandateExpiredEvent"] | components["schemas"]["ListedChargeScheduledEvent"] | components["schemas"]["ListedChargeSucceededEvent"] | components["schemas"]["ListedChargeFailedEvent"] | components["schemas"]["ListedChargeAbandonedEvent"] | components["schemas"]["ListedChargeSkippedEvent"];
        EventList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ListedEvent"][];
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
        };
        /** @description What a webhook delivers. New types may be added; ignore those you do not know. */
        Event: components["schemas"]["MandateCreatedEvent"] | components["schemas"]["MandateActivatedEvent"] | components["schemas"]["MandateCompletedEvent"] | components["schemas"]["MandateRevokedEvent"] | components["schemas"]["MandateExpiredEvent"] | components["schemas"]["ChargeScheduledEvent"] | components["schemas"]["ChargeSucceededEvent"] | components["schemas"]["ChargeFailedEvent"] | components["schemas"]["ChargeAbandonedEvent"] | components["schemas"]["ChargeSkippedEvent"];
        TestWallet: {
            /** @constant */
            object: "test_wallet";
            /** @constant */
            livemode: false;
            createdAt: components["schemas"]["Timestamp"];
            address: string;
            /** @description Base64 of the 64-byte ed25519 key pair. Not stored. */
            secretKey: string;
            mint: string;
            amount: components["schemas"]["Amount"];
        };
        TestClock: {
            /** @constant */
            object: "test_clock";
            /** @constant */
            livemode: false;
            /** @description The real time. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The merchant's time. */
            now: components["schemas"]["Timestamp"];
            offsetSeconds: number;
        };
        /** @description An authorization was created; for a one-time purchase the order opened. */
        ListedMandateCreatedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.created";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            pendingWebhooks: number;
        };
        /** @description The payer's signature landed on chain. */
        ListedMandateActivatedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.activated";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            pendingWebhooks: number;
        };
        /** @description Nothing further will be charged. */
        ListedMandateCompletedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.completed";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            pendingWebhooks: number;
        };
        /** @description The payer cancelled on chain, the merchant revoked, or retries were exhausted. */
        ListedMandateRevokedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.revoked";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            pendingWebhooks: number;
        };
        /** @description The mandate passed its end date. */
        ListedMandateExpiredEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.expired";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            pendingWebhooks: number;
        };
        /** @description A future charge was placed on the schedule. */
        ListedChargeScheduledEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.scheduled";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            pendingWebhooks: number;
        };
        /** @description Money moved. This is the event that means payment was received. */
        ListedChargeSucceededEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.succeeded";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            pendingWebhooks: number;
        };
        /** @description An attempt failed and will be retried. */
        ListedChargeFailedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.failed";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            pendingWebhooks: number;
        };
        /** @description Retries are exhausted or the allowance is gone; no more attempts. */
        ListedChargeAbandonedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.abandoned";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            pendingWebhooks: number;
        };
        /** @description The charge fell due when the mandate was no longer active. */
        ListedChargeSkippedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.skipped";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            pendingWebhooks: number;
        };
        /** @description An authorization was created; for a one-time purchase the order opened. */
        MandateCreatedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.created";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
        };
        /** @description The payer's signature landed on chain. */
        MandateActivatedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.activated";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
        };
        /** @description Nothing further will be charged. */
        MandateCompletedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.completed";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
        };
        /** @description The payer cancelled on chain, the merchant revoked, or retries were exhausted. */
        MandateRevokedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.revoked";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
        };
        /** @description The mandate passed its end date. */
        MandateExpiredEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.expired";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
        };
        /** @description A future charge was placed on the schedule. */
        ChargeScheduledEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.scheduled";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
        };
        /** @description Money moved. This is the event that means payment was received. */
        ChargeSucceededEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.succeeded";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
        };
        /** @description An attempt failed and will be retried. */
        ChargeFailedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.failed";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
        };
        /** @description Retries are exhausted or the allowance is gone; no more attempts. */
        ChargeAbandonedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.abandoned";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
        };
        /** @description The charge fell due when the mandate was no longer active. */
        ChargeSkippedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.skipped";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
        };
    };
    responses: never;
    parameters: {
        Id: string;
        ClientSecret: string;
        Limit: number;
        /** @description The nextCursor of the page before this one. */
        StartingAfter: string;
        /** @description Pages towards newer items, from this item's id. */
        EndingBefore: string;
        /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
        IdempotencyKey: string;
        /** @description Mode of an operation that no key and no object decides. */
        Mode: "test" | "live";
    };
    requestBodies: never;
    headers: {
        /** @description Requests that the tightest bucket allows in its window. */
        RateLimitLimit: number;
        /** @description Requests left in it. */
        RateLimitRemaining: number;
        /** @description Seconds until it is full again. */
        RateLimitReset: number;
        /** @description Names this exchange in the log; quote it to support. */
        RequestId: string;
        /** @description Seconds to wait. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee Club"
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
                };
            };
        };
        responses: {
            /** @description The merchant, with its keys. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantWithKeys"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages towards newer items, from this item's id. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens, newest first. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    listMandates: {
        parameters: {
            query?: {
                status?: components["schemas"]["MandateStatus"];
                payer?: components["schemas"]["Address"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages towards newer items, from this item's id. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mandates, newest first. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MandateList"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payer": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
                 *       "payee": "4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW",
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "amountPerPeriod": "12500000",
                 *       "periodSeconds": 2592000,
                 *       "maxPeriods": 12
                 *     }
                 */
                "application/json": {
                    /** @description Wallet that pays. Not the payee. */
                    payer: components["schemas"]["Address"];
                    /** @description Wallet that is paid. In live mode the merchant's proven payout wallet. */
                    payee: components["schemas"]["Address"];
                    /** @description Mint of the token. */
                    mint: components["schemas"]["Address"];
                    amountPerPeriod: components["schemas"]["RequestAmount"];
                    /** @description Length of one period in seconds; at least 3600 in live mode. Without effect when sellMode is once. */
                    periodSeconds: number;
                    /** @description Cap on the number of periods; null for none. */
                    maxPeriods?: number | null;
                    /** @description The first charge lands this many seconds after activation. */
                    trialSeconds?: number;
                    sellMode?: components["schemas"]["SellMode"];
                    /** @description Test mode only. Simulates the wallet's authorization; the mandate is active at once. */
                    autoAuthorize?: boolean;
                };
            };
        };
        responses: {
            /** @description The mandate, with its client_secret. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MandateWithSecret"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `recurring_unavailable`: This deployment settles one-time purchases only. Set sellMode to "once".
             *
             *     `no_payout_wallet`: Set and prove a payout wallet before taking live payments.
             *
             *     `mint_not_allowed`: This token is not on the platform registry. GET /v1/tokens lists the accepted ones.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             *
             *     `purchases_unavailable`: One-time purchases need a chain, and none is configured for this mode.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "recurring_unavailable" | "no_payout_wallet" | "mint_not_allowed" | "broadcast_unavailable" | "purchases_unavailable" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `verification_failed`: The wallet does not hold enough of the token to start. Top it up and try again. */
            402: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "verification_failed",
                     *         "message": "The wallet does not hold enough of the token to start. Top it up and try again."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "verification_failed";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    getMandate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mandate. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    listMandateCharges: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages towards newer items, from this item's id. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of charges, newest first. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeList"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    listMandateRefunds: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages towards newer items, from this item's id. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refunds, newest first. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    revokeMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked mandate. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /**
             * @description `already_revoked`: This mandate is already revoked.
             *
             *     `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry.
             */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "already_revoked",
                     *         "message": "This mandate is already revoked."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "already_revoked" | "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    refundCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": "2500000",
                 *       "reason": "requested_by_customer"
                 *     }
                 */
                "application/json": {
                    /** @description Atomic units; omit for the full remaining amount. */
                    amount?: components["schemas"]["RequestAmount"];
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The refund. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             *
             *     `refund_exceeds_charge`: The refund is larger than what is left of the charge.
             *
             *     `refund_failed`: The chain refused the refund.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "broadcast_unavailable" | "refund_exceeds_charge" | "refund_failed";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createRefundTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund, with its transaction while it is pending. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "broadcast_unavailable";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    submitRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signedTransaction": "AXw9b3sBAAEDZm9v"
                 *     }
                 */
                "application/json": {
                    signedTransaction: components["schemas"]["Base64Transaction"];
                };
            };
        };
        responses: {
            /** @description The refund in the state that was reached. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `transaction_not_issued`: The signed transaction is not the one that was issued. Ask for it again and sign it unchanged.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             *
             *     `refund_failed`: The chain refused the refund.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "transaction_not_issued" | "broadcast_unavailable" | "refund_failed";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    getCheckoutMandate: {
        parameters: {
            query: {
                client_secret: components["parameters"]["ClientSecret"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limited view. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutView"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `invalid_client_secret`: The client_secret does not match this mandate. */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "invalid_client_secret",
                     *         "message": "The client_secret does not match this mandate."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "invalid_client_secret";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createCheckoutInstruction: {
        parameters: {
            query: {
                client_secret: components["parameters"]["ClientSecret"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description For wallets that broadcast by themselves or change what they sign: the fee is never sponsored. */
                    payerPaysFee?: boolean;
                };
            };
        };
        responses: {
            /** @description The instruction. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutInstruction"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "broadcast_unavailable";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `invalid_client_secret`: The client_secret does not match this mandate. */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "invalid_client_secret",
                     *         "message": "The client_secret does not match this mandate."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "invalid_client_secret";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `mandate_not_pending`: This mandate is no longer pending: it was already activated, or it has ended. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "mandate_not_pending",
                     *         "message": "This mandate is no longer pending: it was already activated, or it has ended."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "mandate_not_pending";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    submitCheckout: {
        parameters: {
            query: {
                client_secret: components["parameters"]["ClientSecret"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signedTransaction": "AXw9b3sBAAEDZm9v"
                 *     }
                 */
                "application/json": {
                    signedTransaction: components["schemas"]["Base64Transaction"];
                };
            };
        };
        responses: {
            /** @description The view in the state that was reached. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutView"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `transaction_not_issued`: The signed transaction is not the one that was issued. Ask for it again and sign it unchanged.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "transaction_not_issued" | "broadcast_unavailable";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `invalid_client_secret`: The client_secret does not match this mandate. */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "invalid_client_secret",
                     *         "message": "The client_secret does not match this mandate."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "invalid_client_secret";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `verification_failed`: The wallet does not hold enough of the token to start. Top it up and try again. */
            402: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "verification_failed",
                     *         "message": "The wallet does not hold enough of the token to start. Top it up and try again."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "verification_failed";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `mandate_not_pending`: This mandate is no longer pending: it was already activated, or it has ended. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "mandate_not_pending",
                     *         "message": "This mandate is no longer pending: it was already activated, or it has ended."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "mandate_not_pending";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    refreshCheckout: {
        parameters: {
            query: {
                client_secret: components["parameters"]["ClientSecret"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description The authorization's signature, where the wallet told it; looked at first. */
                    signature?: components["schemas"]["Signature"];
                };
            };
        };
        responses: {
            /** @description The view in the state that was reached. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutView"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "broadcast_unavailable";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `invalid_client_secret`: The client_secret does not match this mandate. */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "invalid_client_secret",
                     *         "message": "The client_secret does not match this mandate."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "invalid_client_secret";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `verification_failed`: The wallet does not hold enough of the token to start. Top it up and try again. */
            402: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "verification_failed",
                     *         "message": "The wallet does not hold enough of the token to start. Top it up and try again."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "verification_failed";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `mandate_not_pending`: This mandate is no longer pending: it was already activated, or it has ended. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "mandate_not_pending",
                     *         "message": "This mandate is no longer pending: it was already activated, or it has ended."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "mandate_not_pending";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages towards newer items, from this item's id. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints, newest first, their secrets masked. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/autopay/webhooks"
                 *     }
                 */
                "application/json": {
                    /** @description Public http(s) address; https only in live mode. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The endpoint, with its secret in full. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                type?: components["schemas"]["EventType"];
                /** @description Only events of this mandate and its charges. */
                mandate?: string;
                limit?: number;
                /** @description The nextCursor of the page before this one. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages towards newer items, from this item's id. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, newest first. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedEvent"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    getWalletBalance: {
        parameters: {
            query: {
                address: components["schemas"]["Address"];
                mint: components["schemas"]["Address"];
            };
            header?: {
                /** @description Mode of an operation that no key and no object decides. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `broadcast_unavailable`: No chain is configured for this mode, so nothing can be broadcast.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "broadcast_unavailable";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createTestWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Token to fund it with; default the floor token. */
                    mint?: components["schemas"]["Address"];
                    /** @description Atomic units; default 1000 tokens. */
                    amount?: components["schemas"]["RequestAmount"];
                };
            };
        };
        responses: {
            /** @description The wallet, with its secret key. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWallet"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `mint_not_allowed`: This token is not on the platform registry. GET /v1/tokens lists the accepted ones.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "mint_not_allowed" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    fundTestWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
                 *       "amount": "5000000"
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                    /** @description Default the floor token. */
                    mint?: components["schemas"]["Address"];
                    /** @description Atomic units; default 1000 tokens. */
                    amount?: components["schemas"]["RequestAmount"];
                };
            };
        };
        responses: {
            /** @description The balance after it. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `mint_not_allowed`: This token is not on the platform registry. GET /v1/tokens lists the accepted ones.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "mint_not_allowed" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createTestToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "decimals": 9,
                 *       "program": "token-2022"
                 *     }
                 */
                "application/json": {
                    /** @description Default 6; the chain allows 0 to 255, the service 0 to 12. */
                    decimals?: number;
                    program?: components["schemas"]["TokenProgram"];
                };
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `decimals_unsupported`: Only tokens with 0 to 12 decimals are supported.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "decimals_unsupported" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    createTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "charge.succeeded"
                 *     }
                 */
                "application/json": {
                    type: components["schemas"]["EventType"];
                };
            };
        };
        responses: {
            /** @description The event. */
            201: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedEvent"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `resource_missing`: No such object, or it is not yours. */
            404: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "resource_missing",
                     *         "message": "No such object, or it is not yours."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "resource_missing";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_in_flight`: A request with this Idempotency-Key is being processed. Wait and retry. */
            409: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_in_flight",
                     *         "message": "A request with this Idempotency-Key is being processed. Wait and retry."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_in_flight";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    getTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seconds": 2592000
                 *     }
                 */
                "application/json": {
                    seconds: number;
                };
            };
        };
        responses: {
            /** @description The clock after it. */
            200: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            /**
             * @description `parameter_missing`: A required parameter is missing.
             *
             *     `parameter_invalid`: A parameter is invalid.
             *
             *     `invalid_json`: The body is not valid JSON.
             *
             *     `test_mode_only`: This works in test mode on a deployment with the embedded localnet only.
             */
            400: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "parameter_missing",
                     *         "message": "A required parameter is missing."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "parameter_missing" | "parameter_invalid" | "invalid_json" | "test_mode_only";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `unauthenticated`: Send a valid secret key as "Authorization: Bearer <key>". */
            401: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "authentication_error",
                     *         "code": "unauthenticated",
                     *         "message": "Send a valid secret key as \"Authorization: Bearer <key>\"."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "authentication_error";
                            /** @enum {string} */
                            code: "unauthenticated";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: This key is read-only. Use a full key to write. */
            403: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "insufficient_scope",
                     *         "message": "This key is read-only. Use a full key to write."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "insufficient_scope";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `request_too_large`: The body is larger than 256 KiB (262144 bytes). Send less. */
            413: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "invalid_request_error",
                     *         "code": "request_too_large",
                     *         "message": "The body is larger than 256 KiB (262144 bytes). Send less."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "invalid_request_error";
                            /** @enum {string} */
                            code: "request_too_large";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait the number of seconds in retry-after. */
            429: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "rate_limit_error",
                     *         "code": "rate_limit_exceeded",
                     *         "message": "Too many requests. Wait the number of seconds in retry-after."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_error";
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
            /** @description `internal_error`: Something failed on our side. Retry with backoff and the same Idempotency-Key. */
            500: {
                headers: {
                    "ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "ratelimit-reset": components["headers"]["RateLimitReset"];
                    "svc-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "type": "api_error",
                     *         "code": "internal_error",
                     *         "message": "Something failed on our side. Retry with backoff and the same Idempotency-Key."
                     *       }
                     *     }
                     */
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "api_error";
                            /** @enum {string} */
                            code: "internal_error";
                            message: string;
                            /** @description The field, query parameter or header at fault, when exactly one is. */
                            param?: string;
                        };
                    };
                };
            };
        };
    };
    "mandate.created": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MandateCreatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "mandate.activated": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MandateActivatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "mandate.completed": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MandateCompletedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "mandate.revoked": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MandateRevokedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "mandate.expired": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MandateExpiredEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "charge.scheduled": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeScheduledEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "charge.succeeded": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeSucceededEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "charge.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeFailedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "charge.abandoned": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeAbandonedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "charge.skipped": {
        parameters: {
            query?: never;
            header: {
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
                "svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChargeSkippedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx is success; anything else is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
