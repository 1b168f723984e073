// Made from openapi.yaml by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What a webhook delivers. New types may be added; ignore those you do not know. */
        Event: components["schemas"]["MandateCreatedEvent"] | components["schemas"]["MandateActivatedEvent"] | components["schemas"]["MandateCompletedEvent"] | components["schemas"]["MandateRevokedEvent"] | components["schemas"]["MandateExpiredEvent"] | components["schemas"]["ChargeScheduledEvent"] | components["schemas"]["ChargeSucceededEvent"] | components["schemas"]["ChargeFailedEvent"] | components["schemas"]["ChargeAbandonedEvent"] | components["schemas"]["ChargeSkippedEvent"] | components["schemas"]["ChargeUpcomingEvent"] | components["schemas"]["MandateAuthorizationExpiringEvent"] | components["schemas"]["RefundSucceededEvent"] | components["schemas"]["RefundFailedEvent"];
        /** @description An authorization was created; for a one-time purchase the order opened. */
        MandateCreatedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.created";
        };
        /** @description Unix seconds. */
        Timestamp: number;
        Mandate: {
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
            status: components["schemas"]["MandateStatus"] | components["schemas"]["OpenString"];
            /** @description Periods that were paid. */
            periodsCharged: number;
            trialEndsAt: number | null;
            /** @description Whether the payer held one period's amount when last checked before activation. */
            fundsSufficientAtSignup: boolean;
            sellMode: components["schemas"]["SellMode"] | components["schemas"]["OpenString"];
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
            scheme: components["schemas"]["Scheme"] | components["schemas"]["OpenString"];
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
            /** @constant */
            object: "mandate";
            merchantId: string;
            /** @description When it ended; null while it lasts. */
            endedAt: number | null;
            /** @description Who or what ended it: its payer, its merchant (also by deleting the plan of their own that it was charged through, or by taking this service from its pullers), a payment that failed for good, or its term, where it was completed or expired. Null while it lasts, and where nobody recorded it. */
            endedBy: ("payer" | "merchant" | "payment_failed" | "term" | null) | components["schemas"]["OpenString"];
            /** @description As your server gave it, or the client_reference of the address at which the payer opened the link: then the payer could have changed it. */
            clientReference: string | null;
            /** @description As it was given, or copied from the link or product that started it. Empty without. */
            metadata: components["schemas"]["Metadata"];
        };
        /** @description Atomic units. */
        Amount: string;
        /** @enum {string} */
        MandateStatus: "pending" | "active" | "revoked" | "expired" | "completed";
        /** @description A value that this version does not list. */
        OpenString: string & {};
        /** @enum {string} */
        SellMode: "subscription" | "once";
        /**
         * @description What stands behind the mandate on chain. approval: the payer approves the service's key for a sum, and the service keeps to amount and period. plan: the payer subscribes to a plan of the Subscriptions program, which enforces amount, period and payee.
         * @enum {string}
         */
        Scheme: "approval" | "plan";
        /** @description For your own use, payers are not shown it: up to 20 keys of at most 40 characters without square brackets, with values of at most 500. Default none. */
        Metadata: {
            [key: string]: string;
        };
        /** @description The payer's signature landed on chain. */
        MandateActivatedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.activated";
        };
        /** @description Nothing further will be charged. */
        MandateCompletedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.completed";
        };
        /** @description The payer cancelled on chain, the merchant revoked, or retries were exhausted. */
        MandateRevokedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.revoked";
        };
        /** @description The mandate passed its end date. */
        MandateExpiredEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.expired";
        };
        /** @description A future charge was placed on the schedule. */
        ChargeScheduledEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.scheduled";
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
            status: components["schemas"]["ChargeStatus"] | components["schemas"]["OpenString"];
            /**
             * @description Attempts made: each that the state of the payer's or payee's account made fail, and the one that succeeded. Faults of the
             *     service or of the network do not count.
             */
            attempts: number;
            /** @description When it was paid, Unix seconds of the merchant; null until it has succeeded. */
            paidAt: number | null;
            /** @description On-chain settlement proof. Charges of one payee may share a transaction, each with a transfer of its own. */
            txSignature: string | null;
            /** @description Atomic units of succeeded refunds. */
            refundedAmount: components["schemas"]["Amount"];
            payer: string;
            payee: string;
            mint: string;
            /** @description Of its mandate: end of the last period that what the payer approved covers. Remind the payer to top up before it; null for a one-time purchase. */
            authorizedUntil: number | null;
            /** @description Why the last attempt failed. */
            failure: {
                code: components["schemas"]["ChargeFailureCode"] | components["schemas"]["OpenString"];
                message: string;
            } | null;
            /**
             * @description When it is collected next. Null where nothing more will be collected: it is settled, or its mandate has ended, even while
             *     its status is still `scheduled` or `retrying`, which changes to `skipped` when it would have been due.
             */
            nextAttemptAt: number | null;
            /**
             * @description Of its receipt, such as `R-000042`, or `TEST-000042` in test mode: counted without gaps for each merchant and mode, in the order
             *     in which charges settled. Null until it has settled.
             */
            receiptNumber: string | null;
            /**
             * @description The path of its receipt's page on this deployment, which prints to one page. Whoever has it reads this one receipt, and may put
             *     a name on it: hand it to the payer alone. Null until the charge has settled; events do not carry it, and so it is absent there.
             */
            receiptUrl?: string | null;
            version: number;
            /** @description Of its mandate: what was bought. */
            name: string | null;
            /** @description Of its mandate: the link that started it. */
            paymentLink: string | null;
            /** @description Of its mandate: the product that started it. */
            product: string | null;
            /** @description Of its mandate. */
            clientReference: string | null;
            /** @description Of its mandate. */
            metadata: components["schemas"]["Metadata"];
        };
        /** @enum {string} */
        ChargeStatus: "scheduled" | "processing" | "succeeded" | "retrying" | "abandoned" | "skipped";
        /**
         * @description What about the payer's or payee's account, or the token, stopped the payment. account_frozen and account_invalid are the chain's own words, which do not tell whose account it is.
         * @enum {string}
         */
        ChargeFailureCode: "insufficient_funds" | "allowance_short" | "allowance_gone" | "payer_account_missing" | "payer_account_invalid" | "payer_account_frozen" | "payee_account_missing" | "payee_account_invalid" | "payee_account_frozen" | "account_frozen" | "account_invalid" | "mint_paused" | "mint_refused";
        /** @description Money moved. This is the event that means payment was received. */
        ChargeSucceededEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.succeeded";
        };
        /** @description An attempt failed and will be retried. */
        ChargeFailedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.failed";
        };
        /** @description Retries are exhausted or the allowance is gone; no more attempts. */
        ChargeAbandonedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.abandoned";
        };
        /** @description The charge fell due when the mandate was no longer active. */
        ChargeSkippedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.skipped";
        };
        /** @description A charge comes up: 3 days before it is due, for periods of 7 days and more. */
        ChargeUpcomingEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Charge"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "charge.upcoming";
        };
        /** @description What the payer approved runs out soon. */
        MandateAuthorizationExpiringEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Mandate"];
                authorization: components["schemas"]["AuthorizationLeft"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mandate.authorization_expiring";
        };
        /** @description What is left of a payer's approval. */
        AuthorizationLeft: {
            /** @description What may still be collected. */
            remaining: components["schemas"]["Amount"];
            /** @description For how many payments that lasts. */
            payments: number;
            /** @description When it runs out. The payment that is due then fails, unless the payer approves more. */
            until: components["schemas"]["Timestamp"];
        };
        /** @description A refund reached the payer. */
        RefundSucceededEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Refund"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refund.succeeded";
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
            status: components["schemas"]["RefundStatus"] | components["schemas"]["OpenString"];
            txSignature: string | null;
            reason: string | null;
            /** @description Why it failed, or why the chain refused it when it was last submitted while it is still pending. */
            failure: {
                code: components["schemas"]["RefundFailureCode"];
                /** @description In words for people; where the chain refused it, with what the chain said. */
                message: string;
            } | null;
            /** @description Of its mandate: what was bought. */
            name: string | null;
            /** @description Of its mandate: the link that started it. */
            paymentLink: string | null;
            /** @description Of its mandate: the product that started it. */
            product: string | null;
            /** @description Of its mandate. */
            clientReference: string | null;
            /** @description Of its mandate. */
            metadata: components["schemas"]["Metadata"];
            /** @description Base64 unsigned transaction for the payee's wallet; only while it waits for the payee's signature. */
            transaction?: string;
        };
        /** @enum {string} */
        RefundStatus: "pending" | "succeeded" | "failed";
        /** @description Why a refund failed. What can stop a charge can stop it as well. */
        RefundFailureCode: (components["schemas"]["ChargeFailureCode"] | components["schemas"]["OpenString"]) | (("not_signed" | "refund_exceeds_charge" | "chain_refused") | components["schemas"]["OpenString"]);
        /** @description A refund will not happen: its amount can be refunded again. */
        RefundFailedEvent: {
            /** @description Stable across deliveries: deduplicate on it. */
            id: string;
            /** @constant */
            object: "event";
            createdAt: components["schemas"]["Timestamp"];
            livemode: boolean;
            /**
             * @description Present where somebody asked for the event to try their endpoints: it did not happen. Its object is real and only shown as if.
             * @constant
             */
            testEvent?: true;
            /** @constant */
            apiVersion: "0.1.0";
            data: {
                object: components["schemas"]["Refund"];
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refund.failed";
        };
        /** @enum {string} */
        EventType: "mandate.created" | "mandate.activated" | "mandate.completed" | "mandate.revoked" | "mandate.expired" | "charge.scheduled" | "charge.succeeded" | "charge.failed" | "charge.abandoned" | "charge.skipped" | "charge.upcoming" | "mandate.authorization_expiring" | "refund.succeeded" | "refund.failed";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

/** Any event of this version of the contract, told apart by `type`. */
export type Event = components['schemas']['Event'];

/** The event kinds of this version of the contract. */
export type EventType = components['schemas']['EventType'];
