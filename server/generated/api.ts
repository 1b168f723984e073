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
         * @description Returns the merchant's two secret keys, once. Store them; only their hashes are kept. A deployment may ask for the approval of
         *     the platform's owner: until then the merchant only reads, and writes fail with `insufficient_scope`. Where sign-up is closed, only the
         *     owner creates merchants, and others get `owner_required`.
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
        /** Accept or decline a token */
        post: operations["setToken"];
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
        /**
         * List mandates
         * @description With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
         */
        get: operations["listMandates"];
        put?: never;
        /**
         * Create a mandate
         * @description Creates the mandate and its on-chain plan, which is published at once or, beyond the merchant's daily quota and for mandates
         *     started from links and products, when the payer has signed; `planSignature` is null until then. Without `autoAuthorize` it is pending until the payer has authorized it
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
         * @description Stops all future pulls: after this response no new transaction is signed. One that was signed before is only
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
         *
         *     After the service's database was restored, refunds that it had forgotten are looked up on chain first. If there are any they are
         *     recorded, and the request is refused with `refund_failed`, whose message lists them; until that is sure, with `internal_error`.
         */
        post: operations["refundCharge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description The refunds of all charges. With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
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
         * @description Returns the refund's current transaction, or with a new one once the former can no longer land. A refund
         *     that has settled or failed is answered as it is, without a transaction; one that was refused when it was submitted has failed by then.
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
        /**
         * Broadcast a refund that the payee signed
         * @description Verified by meaning and broadcast. A transfer that the chain would refuse is `refund_failed`, with what the chain said in the
         *     message and in the refund's `failure`, and is not sent. Since its signed bytes could still land, the refund stays pending
         *     until they expire, in a minute or two: until then the same bytes may be submitted again, after that it is `failed` for good
         *     and its amount can be refunded anew.
         */
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
         *     TransferChecked, which is the payment. Under scheme plan the Subscriptions program's subscribe, or the opening of the payer's
         *     authority where that must be on chain first: then `remaining` is above 0. Also answered as a whole unsigned transaction. Where the deployment sponsors fees,
         *     its `feePayer` may be the service, which then pays the deposit of what is opened too: such a transaction is signed unchanged and goes to `submit`.
         *
         *     A token account whose owner has switched on Token-2022's CPI Guard cannot be given an authority: `parameter_invalid`, with words for the
         *     payer. Once subscribed they may switch it on again.
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
         * @description For wallets that only sign. Verified by meaning, broadcast, and then as refresh. Wallets may add instructions of other
         *     programs; an approval of an amount that was never issued for this mandate, or a payment of another amount than the price, is
         *     `transaction_not_issued`, as is one that was issued before the service was restored from a backup, and one whose blockhash has
         *     expired, which is not sent: ask for the instruction again.
         *
         *     What the payer's wallet cannot pay for now is `verification_failed`, and is neither sent nor kept: submit the same bytes
         *     again once the wallet is funded, while their blockhash lives, or have a new transaction signed. The approval of a
         *     subscription is sent as soon as the payer has an account for the token. Where that holds less than the first payment, the response is
         *     `verification_failed` too, and the mandate becomes active by itself once it holds enough.
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
         *     on chain yet returns 200 with the mandate still pending.
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
         * @description The secret is shown in full once, here. An address that the outbound policy refuses is refused now. At most 100 in each mode. Without `events` an endpoint gets every event. An endpoint stays as it was made: to get other events, register another.
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
         * @description Carries the merchant's newest mandate, charge or refund, whichever the type is about, shown as if the event had just happened to it: its status, end,
         *     failure and attempts are those of the type, and nothing changes. The event and its deliveries are marked `testEvent`.
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
         * @description Runs everything that falls due on the way, in order, and responds when it has settled. Moves schedule, retries,
         *     trials and expiry; never leases, blockhashes, webhook timestamps or retries.
         */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up with e-mail and password
         * @description Creates a merchant and returns its secret keys, once. Sent with the full live key of a merchant that was made by
         *     `POST /v1/merchants`, it gives that merchant a sign-in instead, and no new keys. Either way the response signs you in: it sets
         *     the session cookie. Without a key it is subject to the owner's approval as `POST /v1/merchants` is, and to its being closed.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie, and ends the session that the request came with. An unknown e-mail and a wrong password get the same response.
         */
        post: operations["createSession"];
        /**
         * Sign out everywhere
         * @description Ends every session of yours, this one too.
         */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["getCurrentSession"];
        put?: never;
        post?: never;
        /** Sign out */
        delete: operations["deleteCurrentSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your place in this team, and your other merchants
         * @description A person may be in several merchants, with a role in each. The roles that may call an operation are its `x-roles`.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go over to another of your merchants
         * @description From the next request on this session is at that merchant, wherever a request does not name one in `svc-merchant`.
         */
        post: operations["switchTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave this team
         * @description You lose access at once. An account goes with its last membership: who is in no other merchant is signed out, and the e-mail address is free again. The last owner cannot leave.
         */
        post: operations["leaveTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of this team */
        get: operations["listTeamMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove somebody from this team
         * @description They lose access at once. Keys they made stay as they are: revoke those that only they held. Only an owner removes an owner, and never the last one.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        /**
         * Change somebody's role
         * @description It counts from their next request on. Only an owner makes somebody an owner, or changes what an owner may do. A merchant keeps at least one owner.
         */
        patch: operations["updateTeamMember"];
        trace?: never;
    };
    "/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations to this team
         * @description Those that were accepted, taken back or have expired included.
         */
        get: operations["listTeamInvitations"];
        put?: never;
        /**
         * Invite somebody to this team
         * @description The link is shown once, here. It is good for one person, for 7 days: whoever holds it joins with the role. With `email`, and where the deployment sends e-mail, it is sent there too. Only an owner invites owners.
         */
        post: operations["createTeamInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an invitation back
         * @description Its link no longer works. Taking it back again returns the same; one that was accepted stays so.
         */
        delete: operations["revokeTeamInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What an invitation is to
         * @description For whoever holds the link, before they join. One that was used, taken back or has expired is `resource_missing`.
         */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a team as who you are
         * @description The session goes over to that merchant.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/sign_up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a team as a new person
         * @description Makes an account and signs in: sets the session cookie. Somebody who has an account signs in, and accepts. Works where sign-up is closed, too.
         */
        post: operations["signUpByInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out somewhere else
         * @description Ends one of your own sessions, by its id in `GET /v1/account`.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Sets the session cookie, and ends the session that the request came with. The passkey says who signs in, and counts as a second
         *     factor too: it asks for a finger, a face or a code by itself.
         */
        post: operations["createPasskeySession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/current/second_factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove your second factor
         * @description Send one of: the code of your authenticator app, a recovery code, or what a passkey answered to a challenge. After a sign-in with
         *     the password it opens the session; later it allows for 10 minutes what asks for it anew.
         */
        post: operations["proveSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/passkey_challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a passkey
         * @description To sign in with, or to prove as a second factor. Good for once, and for 5 minutes.
         */
        post: operations["createPasskeyChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/password_resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that sets a new password
         * @description The link is sent to the address by e-mail, if somebody signs in with it and this deployment sends e-mail; it is good for once, and
         *     for 30 minutes. The response is the same for every address. Where no e-mail is sent, the operator makes such a link.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/password_resets/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a link
         * @description Ends every session of the account. A second factor is still asked for at the next sign-in.
         */
        post: operations["completePasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How you sign in
         * @description Your e-mail address, second factors and sessions.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends your other sessions.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your e-mail address
         * @description Sends a link to the new address and one to the old. The change counts once both were opened, within 24 hours. Only where this
         *     deployment sends e-mail: elsewhere the operator changes it.
         */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change of e-mail address
         * @description With the token of either link.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add an authenticator app
         * @description Returns the secret for the app. It counts once a code of it was sent, within 10 minutes.
         */
        post: operations["startAuthenticatorApp"];
        /** Remove your authenticator app */
        delete: operations["removeAuthenticatorApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/app/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an authenticator app
         * @description With a code that it shows. Replaces the app that you had. With your first second factor the response has ten recovery codes, once, and
         *     your other sessions have to prove it.
         */
        post: operations["confirmAuthenticatorApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description With what it answered to a challenge of `POST /v1/account/passkeys/challenge`. With your first second factor the response has ten recovery
         *     codes, once, and your other sessions have to prove it.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/passkeys/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Good for once, and for 5 minutes.
         */
        post: operations["startPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/recovery_codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace your recovery codes
         * @description The old ones are void.
         */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchant/second_factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Require a second factor of your team
         * @description Who has none is led to add one before anything else works. Whoever turns it on needs one, and whoever turns it off has to prove it.
         */
        post: operations["requireSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The calling merchant */
        get: operations["getMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How your pages look
         * @description One for both modes. Your checkout, your payers' wallet pages and your receipts carry it.
         */
        get: operations["getBranding"];
        /**
         * Set how your pages look
         * @description Replaces all of it: what is left out is none. A colour that could not be read is corrected where it is shown, for each theme: accents tells how.
         */
        put: operations["setBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/live_checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What live money still needs
         * @description Whether the deployment and the merchant are ready for real money, what is missing, and who must do it. About live mode, whatever the mode of the request.
         */
        get: operations["getLiveChecklist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/business_details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What your receipts say of your business
         * @description The same in both modes. Fields that were never set are null.
         */
        get: operations["getBusinessDetails"];
        /**
         * Set what your receipts say of your business
         * @description Replaces all of it, for both modes: a field that the request leaves out is empty from then on. Receipts show it from the next time
         *     they are opened, those of earlier payments too.
         */
        put: operations["setBusinessDetails"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dunning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens when a renewal fails
         * @description In the mode of the request. Until you choose something, the defaults count.
         */
        get: operations["getDunning"];
        /**
         * Choose what happens when a renewal fails
         * @description Replaces all of it, in the mode of the request: a field that the request leaves out has its default from then on.
         *     It counts for charges that fail for the first time afterwards. A charge that is being tried again goes on as it began.
         */
        put: operations["setDunning"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notice_choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you are told by mail
         * @description Your own choices at this merchant. Until you choose, they are what is usual for your role.
         */
        get: operations["getNoticeChoices"];
        /**
         * Choose what you are told by mail
         * @description Replaces your own choices at this merchant. Changes of the payout wallet are told to owners whatever they choose.
         */
        put: operations["setNoticeChoices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Of both modes, those that were revoked included.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description The key is shown in full once, here.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused from the next request on by the process that served this one, and within a second by every other. Revoking again returns the same.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit_log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Who did what, and from where: an entry for each write of a person, a key or a payer's wallet, and for each that was refused because the caller may not do it. Entries are kept for 400 days. Those that count in both modes, such as signing in or the keys, are in the list of each. With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payout_wallet/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text that proves control of a wallet, off chain */
        get: operations["getPayoutWalletChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payout_wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the payout wallet by a signed challenge
         * @description The first one is set at once. A change takes effect at once if the person has proven a second factor in the last 10 minutes, or with the signature of the present wallet as `oldWallet`. Otherwise it waits for 24 hours as `pendingPayoutWallet`: every owner is told, and can stop it in the dashboard. A change that is asked for meanwhile takes its place, and waits for 24 hours of its own. Mandates that exist keep their payee.
         */
        post: operations["setPayoutWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payout_wallet/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop a change of the payout wallet
         * @description The change that waits never takes effect, and the payout wallet stays as it is.
         */
        delete: operations["stopPayoutWalletChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payout_wallet/link_tx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The transaction that proves control of a wallet, on chain
         * @description A memo that the wallet signs and pays the network fee of.
         */
        get: operations["getPayoutWalletLinkTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payout_wallet/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the payout wallet by a signed transaction
         * @description Submits it and responds when it is confirmed. A change takes effect at once or waits, as one by a challenge does. Mandates that exist keep their payee.
         */
        post: operations["linkPayoutWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the plans that the merchant owns */
        get: operations["listSubscriptionPlans"];
        put?: never;
        /**
         * Create a plan that the merchant owns
         * @description A plan of the Subscriptions program that belongs to the merchant's proven payout wallet and pays that wallet alone; the service may only
         *     pull. The wallet signs `transaction` unchanged and pays the fee and the plan's rent, which returns to it when the plan is closed;
         *     submit sends it. Once it is `open`, mandates of the same token, amount and period that are on plans use it.
         */
        post: operations["createSubscriptionPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over a plan and its subscriptions
         * @description For a merchant who comes from another operator: the plan must belong to the merchant's proven payout wallet, pay it alone, and let
         *     nobody but this service pull. Each subscription to it becomes an active mandate; no payer signs anything. Charges keep the periods
         *     that the program counts. A period that was pulled is not charged again, and a subscription from which nothing was ever pulled is charged
         *     from its next period on, since the chain does not tell whether it is in a trial. Send it again while `remaining` is
         *     not 0; what was adopted stays as it is.
         */
        post: operations["adoptSubscriptionPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a plan that the merchant owns
         * @description Read from the chain where there is one, so that what its owner changed there is seen.
         */
        get: operations["getSubscriptionPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans/{id}/transaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the transaction that makes the plan again
         * @description For a plan that is pending, where the former transaction was not signed within a minute or two. One that exists is returned as it is.
         */
        post: operations["createSubscriptionPlanTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans/{id}/pullers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the transaction that lets another operator pull
         * @description The one signature of moving to another operator: when `transaction` has landed, `puller` alone may pull, and no payer signs anything. From
         *     then on this service makes no charges through the plan, and revokes its mandates. To stay, name this service's own `puller`.
         */
        post: operations["setSubscriptionPlanPuller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the next transaction that closes the plan
         * @description First the plan is told to end, one period ahead, which is as soon as the program allows; after its end it is deleted, which returns the
         *     rent to its owner. Each is one transaction: call this again when `endsAt` has passed. Refused while mandates use the plan. A plan
         *     that was never made is closed at once, as soon as its transaction can no longer land.
         */
        post: operations["closeSubscriptionPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription_plans/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Broadcast what the plan's owner signed
         * @description It must be the transaction that was issued last, byte for byte. Responds when it is confirmed, or after some seconds in the state reached:
         *     then send the same again. One that the chain would refuse is not sent, and `parameter_invalid` says why.
         */
        post: operations["submitSubscriptionPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/token_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a token
         * @description Recorded as pending. The owner of the platform reviews it before the token becomes available to anyone.
         */
        post: operations["createTokenRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every token that the platform curates
         * @description For the owner, `accepted` is the platform's default.
         */
        get: operations["listPlatformTokens"];
        put?: never;
        /**
         * Put a token on the registry
         * @description Decimals, program and extensions are read from the chain of the mode.
         */
        post: operations["createPlatformToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/tokens/{mint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a token off the registry
         * @description Mandates in it go on; nothing new is made in it.
         */
        delete: operations["deletePlatformToken"];
        options?: never;
        head?: never;
        /** Change a token of the registry */
        patch: operations["updatePlatformToken"];
        trace?: never;
    };
    "/v1/platform/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List merchants */
        get: operations["listPlatformMerchants"];
        put?: never;
        /**
         * Create an approved merchant
         * @description As `POST /v1/merchants`, also where that is closed, and without waiting for approval.
         */
        post: operations["createPlatformMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/merchants/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a merchant
         * @description From now on its keys and people may write. Approving again returns the same.
         */
        post: operations["approvePlatformMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/token_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List merchants' token requests */
        get: operations["listTokenRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/token_requests/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a token request
         * @description Puts the token on the registry as `POST /v1/platform/tokens` does; one that is there already stays as it is. Approving again returns the same.
         */
        post: operations["approveTokenRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platform/token_requests/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a token request
         * @description Rejecting again returns the same. One that was approved is undone by taking the token off the registry.
         */
        post: operations["rejectTokenRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payment links */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description A reusable URL that starts a mandate for whoever opens it.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a payment link */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a payment link, or switch it on or off */
        patch: operations["updatePaymentLink"];
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description A page ends after 256 KiB of content, and so may be shorter than `limit`: `hasMore` and `nextCursor` tell whether there are more.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create a product
         * @description Something whose payment unlocks gated content.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a product */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a product */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/v1/entitlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a wallet is entitled to a product
         * @description Asked by the product's merchant, with a purchase's `client_secret` (which counts for that purchase alone), or with the payer's wallet session. The content comes with
         *     the payer's own proof only. Entitled until the end of the last paid period or of the trial, and while a charge is being retried;
         *     for good after an outright purchase. A charge that was refunded in full does not count; a trial that began does, to its end.
         */
        get: operations["getEntitlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List charges
         * @description With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
         */
        get: operations["listCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charges/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a charge */
        get: operations["getCharge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charges/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The transactions that were signed for a charge
         * @description An attempt that an account's state refused before anything was signed is not here; its reason is the charge's `failure`.
         */
        get: operations["listChargeAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charges/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A charge's receipt, read back from the chain
         * @description A charge that has not settled has none, and is answered as missing.
         */
        get: operations["getChargeReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/charges/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What proves that the payer agreed to a charge
         * @description The terms, what the payer signed, and the transaction that moved the money, for anyone to check without this service: `npx @autopay/sdk verify-proof` and the page /proof do. A charge that has not settled has none, and is answered as missing. Store it: the bytes are here for good, but nodes forget.
         */
        get: operations["getChargeProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description One entry per payer whose mandate was ever active, with totals across all mandates that payer holds with the merchant. A filter on what was bought leaves the payers of those mandates, and `since`, by which the list is ordered and `createdFrom` and `createdTo` choose, is then the first activation among them. With `accept: text/csv` the response is the whole filtered list as CSV, a row per customer and token, whatever `limit`.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by what is known of it
         * @description Finds mandates, charges, refunds, products, links, events and deliveries by their id, and all but the last three kinds by what else is known of a sale: the beginning of an address (payer or payee) or of a transaction's signature, from 4 characters on; the beginning of a name, or of a word in the name of a product or link, whatever its case; the beginning of a clientReference; a whole value of metadata, whatever its case. Of an id the beginning is enough too, but for events. At most 20 rows, 5 found in one way; `hasMore` says that a longer query finds others.
         */
        get: operations["searchObjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volume and subscriptions in a window
         * @description The window includes both its ends, so that a charge settling now belongs to today. It is compared with the window of the same length
         *     that ends one second before it. Totals over several tokens count stable ones 1:1, scaled to the floor token's decimals and rounded
         *     towards zero, each figure for itself; `byMint` gives each token exactly.
         *
         *     `recovered` are payments of subscriptions that failed at least once and then succeeded in the window. `lost` are payments that failed and
         *     were given up, or whose subscription ended before they could be tried again, counted when the subscription ended. `atRisk` is as of now,
         *     whatever the window: payments that failed and are tried again, and payments due within seven days that the payer's approval no longer
         *     covers, or that the payer could not cover when signing up for a trial.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What falls due, and what of it is at risk
         * @description Every charge of active subscriptions that falls due in the days to come, by token and UTC day: expected, or at risk because the payer's
         *     token account does not cover it as it was when it was last read on chain (`readAt`). In order of time your own charges are played against
         *     what the payer holds and has approved; a subscription of which one charge fails is not counted on afterwards. What a payer owes to others
         *     is not known here, so `expected` is the most that can be expected.
         */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Churn, trials and cohorts by month
         * @description UTC months by the merchant's clock, the current one up to now. A subscription churns in the month in which its payer cancels it, its
         *     merchant does, or a payment fails for good; one that was completed or reached its end has not churned. A trial ends when its first
         *     payment falls due, or with the subscription if that is earlier; it converts once that payment succeeds. A cohort is what started in one
         *     month. One-time purchases are not counted.
         */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a token brought in a month
         * @description Every charge and refund that settled in a month, in one token, with the sums before, of and after it: what the service's records say
         *     reached and left your wallets. A month begins and ends in UTC; in test mode the test clock's. `lines` has the first 1,000, the oldest
         *     first; with `accept: text/csv` the response is all lines as CSV, in the same order, without the sums.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook deliveries */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook delivery with its attempts */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description One attempt follows at once, whatever state the delivery was in; should it fail, the retry delays begin anew.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/mandates/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt of a mandate's latest payment, read back from the chain */
        get: operations["getCheckoutReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/mandates/{id}/solana_pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Solana Pay transaction request, first half
         * @description What a wallet shows before it asks for the transaction. The wire format is Solana Pay's.
         */
        get: operations["getSolanaPayRequest"];
        put?: never;
        /**
         * Solana Pay transaction request, second half
         * @description The wallet signs and broadcasts by itself; the authorization is noticed on chain. An account that is not the mandate's payer is refused.
         */
        post: operations["createSolanaPayTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment_links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A payment link as anyone may see it
         * @description One that is switched off is answered as missing.
         */
        get: operations["getCheckoutPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/payment_links/{id}/mandates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a mandate from a payment link */
        post: operations["createPaymentLinkMandate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A product as anyone may see it
         * @description Without its content. One that is switched off is answered as missing.
         */
        get: operations["getCheckoutProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/products/{id}/mandates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a mandate from a product */
        post: operations["createProductMandate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/offers/{id}/solana_pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Solana Pay transaction request of a link or product, first half
         * @description What a wallet shows before it asks for the transaction. The wire format is Solana Pay's. `id` is that of a payment link or product; one that is switched off is answered as missing.
         */
        get: operations["getOfferSolanaPay"];
        put?: never;
        /**
         * Solana Pay transaction request of a link or product, second half
         * @description Starts a mandate on the offer's terms for the account that asks, and returns what it signs; nobody types an address. The page that shows the code chose the mandate's client_secret and put its SHA-256 into the code, so that it alone can open the mandate, and whoever sees the code cannot. The account may ask again; another one is refused: one code is for one wallet.
         */
        post: operations["createOfferSolanaPayTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/offers/{id}/started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The mandate that a wallet started by the code of a link or product
         * @description For the page that shows the code, with the client_secret that it chose. `mandate` is null until a wallet has scanned it.
         */
        get: operations["getStartedMandate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/test_wallet/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a payer's test wallet 1,000 test tokens
         * @description For anyone who tries a checkout on the embedded test network, where tokens are worth nothing. Also one SOL where the wallet has less, so that it can pay network fees. Counted with the mandates that an address starts. `test_mode_only` also where the operator has switched it off, as it is beside a live chain.
         */
        post: operations["fundCheckoutTestWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text that a payer's wallet signs to sign in */
        get: operations["getWalletChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a wallet
         * @description The session is good for both modes; `svc-mode` of each call tells which one is meant.
         */
        post: operations["createWalletSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out a wallet
         * @description The token is refused from now on, everywhere.
         */
        delete: operations["deleteCurrentWalletSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/mandates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The payer's mandates, across merchants
         * @description Active ones first, then the newest. Anybody can make mandates in a payer's name: one that is pending, or ended before it was
         *     authorized, is listed once the payer has opened it (`GET /v1/wallet/mandates/{id}`) or signed for it.
         */
        get: operations["listWalletMandates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/cures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the payer can do before a payment fails
         * @description Which payments of the next 30 days the payer's wallet does not cover, across merchants, and what cures that. The chain is asked for each
         *     response. A token of which a payment is being settled at the moment is left out.
         */
        get: operations["getWalletCures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/mandates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the payer's mandates */
        get: operations["getWalletMandate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/mandates/{id}/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What one of the payer's mandates was charged */
        get: operations["listWalletMandateCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/mandates/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a mandate
         * @description Stops all future pulls at once. The response carries a transaction that also takes the approval back on chain, and leaves what the
         *     payer's other mandates on this token need; on a plan it cancels the subscription. Cancelling what has ended changes nothing and returns
         *     a fresh transaction: on a plan, once the cancelled period is over, the one that closes the subscription and returns its rent.
         */
        post: operations["cancelWalletMandate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/mandates/{id}/top_up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the allowance of a mandate
         * @description An approval with the mandate's own reference that covers the periods to come: all that remain of a mandate with `maxPeriods`, else
         *     `periods` (default a year's or 12, as at creation). It counts once it is confirmed on chain. On a plan there is nothing to renew, except
         *     where another application has taken the place of the payer's authority: then the transaction puts it back.
         */
        post: operations["topUpWalletMandate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/mandates/{id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Broadcast what the payer signed
         * @description The transaction of `cancel` or `top_up`, verified by meaning; or, where the wallet broadcast it itself, its signature. Responds when it
         *     is confirmed.
         */
        post: operations["submitWalletTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Name: string;
        /** @description What is bought, in a few sentences of plain text. Payers read it. */
        Description: string | null;
        /** @description Your own name for this purchase, such as a user's or an order's id. Payers are not shown it. Several mandates may have the same one. */
        ClientReference: string;
        /** @description For your own use, payers are not shown it: up to 20 keys of at most 40 characters without square brackets, with values of at most 500. Default none. */
        Metadata: {
            [key: string]: string;
        };
        /** @description Where the payer goes once they have paid, https only. The query parameter mandate is added, with the mandate's id: read it with your secret key before you deliver anything, since anybody can type an id. */
        SuccessUrl: string | null;
        /** @description A picture of the product, https only. The payer's browser loads it from there, on the product's page and in previews of links to it. */
        ImageUrl: string | null;
        /** @description Payers are shown it. Web and e-mail addresses, emoji and invisible characters are parameter_invalid; a dot between words makes an address, so `Books.com` is one. */
        MerchantName: string;
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
        /**
         * @description What about the payer's or payee's account, or the token, stopped the payment. account_frozen and account_invalid are the chain's own words, which do not tell whose account it is.
         * @enum {string}
         */
        ChargeFailureCode: "insufficient_funds" | "allowance_short" | "allowance_gone" | "payer_account_missing" | "payer_account_invalid" | "payer_account_frozen" | "payee_account_missing" | "payee_account_invalid" | "payee_account_frozen" | "account_frozen" | "account_invalid" | "mint_paused" | "mint_refused";
        /** @description Why a refund failed. What can stop a charge can stop it as well. */
        RefundFailureCode: components["schemas"]["ChargeFailureCode"] | ("not_signed" | "refund_exceeds_charge" | "chain_refused");
        /** @enum {string} */
        EventType: "mandate.created" | "mandate.activated" | "mandate.completed" | "mandate.revoked" | "mandate.expired" | "charge.scheduled" | "charge.succeeded" | "charge.failed" | "charge.abandoned" | "charge.skipped" | "charge.upcoming" | "mandate.authorization_expiring" | "refund.succeeded" | "refund.failed";
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
        Branding: {
            /** @description https. The payer's browser loads it from there. */
            logoUrl: string | null;
            /** @description Such as `#0b7a5a`. Pages correct it where it could not be read. */
            accentColor: string | null;
            supportEmail: string | null;
            /** @description https. */
            supportUrl: string | null;
            /** @constant */
            object: "branding";
            /** @description The mode of the request. The brand is one for both. */
            livemode: boolean;
            /** @description accentColor as each theme of the pages shows it; null without one. */
            accents: {
                light: components["schemas"]["ShownAccent"];
                dark: components["schemas"]["ShownAccent"];
            } | null;
        };
        ChosenNotices: {
            kinds: components["schemas"]["NoticeKind"][];
            /** @description Whether of test mode too. */
            alsoTest: boolean;
            /** @enum {string} */
            language: "en" | "es";
            /** @description Of the daily digest, by its IANA name, such as Europe/Madrid. */
            timeZone: string;
            /** @description When it is sent there. */
            digestHour: number;
        };
        NoticeChoices: {
            /** @constant */
            object: "notice_choices";
            /** @description The mode of the request. The choices are the same for both. */
            livemode: boolean;
            /** @description Where you are told. */
            email: string;
            /** @description Whether this deployment sends mail at all. */
            isMailSent: boolean;
            kinds: components["schemas"]["NoticeKind"][];
            /** @description Whether of test mode too. */
            alsoTest: boolean;
            /** @enum {string} */
            language: "en" | "es";
            /** @description Of the daily digest, by its IANA name. */
            timeZone: string;
            /** @description When it is sent there. */
            digestHour: number;
        };
        /**
         * @description What merchants may be told by mail.
         * @enum {string}
         */
        NoticeKind: "new_subscriptions" | "renewals_failed" | "renewals_lost" | "refunds_signed" | "refunds_failed" | "webhooks_exhausted" | "daily_digest";
        ShownAccent: {
            /** @description Of links and buttons. */
            color: string;
            /** @description The same under a pointer. */
            hover: string;
            /** @description Of what is written on it. */
            text: string;
            /** @description Whether color is not your own but the nearest that can be read. */
            corrected: boolean;
            /** @description Of your own colour against the ground of the page; text needs 4.5. */
            contrast: number;
        };
        /** @description A picture of your logo, https only. Shown beside your name, at most 40 pixels high. Payers' browsers load it from there; without it, or if it does not load, your name stands alone. */
        LogoUrl: string | null;
        /** @description Of links and buttons, such as `#0b7a5a`. */
        AccentColor: string | null;
        /** @description Where your payers write to. Shown wherever something did not work. */
        SupportEmail: string | null;
        /** @description A page that helps your payers, https only. Shown like supportEmail, before it. */
        SupportUrl: string | null;
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
            /** @description A change of the payout wallet that waits, only while there is one. Until it takes effect everything goes to `payoutWallet`. */
            pendingPayoutWallet?: {
                /** @description The wallet that follows. */
                address: string;
                /** @description When it proved itself. */
                provenAt: components["schemas"]["Timestamp"];
                /** @description 24 hours later, unless somebody stops it before. */
                takesEffectAt: components["schemas"]["Timestamp"];
            };
        };
        /** @description What receipts say of the merchant's business. */
        BusinessDetails: {
            /** @constant */
            object: "business_details";
            /** @description The mode of the request. The details are the same in both. */
            livemode: boolean;
            /** @description The merchant's. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When they were last set; null if never. */
            updatedAt: number | null;
            legalName: string | null;
            addressLines: string[];
            /** @description ISO 3166-1 alpha-2. */
            country: string | null;
            taxId: string | null;
            receiptNote: string | null;
        };
        ForecastSum: {
            payments: number;
            amount: components["schemas"]["Amount"];
        };
        /**
         * @description Why a charge would fail if nothing changes: too little of the token, an approval that is too low, an approval that was taken back or given to
         *     another application, or a token account that is closed, of somebody else, or frozen by the issuer.
         * @enum {string}
         */
        RiskReason: "insufficient_funds" | "allowance_short" | "allowance_gone" | "payer_account_missing" | "payer_account_invalid" | "payer_account_frozen";
        Forecast: {
            /** @constant */
            object: "forecast";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Now. */
            from: number;
            /** @description The last second that is counted. */
            to: number;
            /** @description When the oldest of the accounts behind it was read on chain; null if none was. One that was not read yet is taken to cover what falls due. */
            readAt: number | null;
            /** @description How many subscriptions have a charge at risk. */
            mandatesAtRisk: number;
            /** @description The first charge at risk of each subscription: the 50 that fall due soonest. */
            atRisk: {
                mandateId: string;
                payer: string;
                mint: string;
                amount: components["schemas"]["Amount"];
                dueAt: number;
                reason: components["schemas"]["RiskReason"];
            }[];
            /** @description The tokens of what falls due. */
            tokens: {
                mint: string;
                symbol: string;
                decimals: number;
                expected: components["schemas"]["ForecastSum"];
                atRisk: components["schemas"]["ForecastSum"];
                reasons: {
                    code: components["schemas"]["RiskReason"];
                    payments: number;
                    amount: components["schemas"]["Amount"];
                }[];
                /** @description Every UTC day from now on, without holes. */
                daily: {
                    /** @description YYYY-MM-DD, in UTC. */
                    date: string;
                    expected: components["schemas"]["ForecastSum"];
                    atRisk: components["schemas"]["ForecastSum"];
                }[];
            }[];
        };
        /**
         * @description When a failed charge is tried again, counted from one attempt to the next: short after 15 minutes, 1 hour and 6 hours; standard (the default)
         *     also after a day; long after 15 minutes, 6 hours, then 1, 2, 3, 4, 5 and 5 days, so for 20 days. No wait is longer than a fifth of the period,
         *     and nothing is tried after the period has ended.
         * @enum {string}
         */
        RetrySchedule: "short" | "standard" | "long";
        /**
         * @description What follows the last attempt. end (the default) revokes the mandate. keep gives up this period only, and charges the next one; the third
         *     period in a row that is given up revokes the mandate. An allowance that the payer took back always does.
         * @enum {string}
         */
        AfterLastAttempt: "end" | "keep";
        /** @description What happens when a renewal fails. */
        Dunning: {
            /** @constant */
            object: "dunning";
            livemode: boolean;
            /** @description The merchant's. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last chosen; null if never. */
            updatedAt: number | null;
            retries: components["schemas"]["RetrySchedule"];
            /** @description Seconds from each failed attempt to the next, before they are shortened to a fifth of a mandate's period. */
            retrySeconds: number[];
            /** @description Whether payers are entitled while a failed charge is tried again. */
            keepsAccess: boolean;
            afterLast: components["schemas"]["AfterLastAttempt"];
        };
        /** @enum {string} */
        MerchantStatus: "pending" | "approved";
        PlatformMerchant: {
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
            /** @description A change of the payout wallet that waits, only while there is one. Until it takes effect everything goes to `payoutWallet`. */
            pendingPayoutWallet?: {
                /** @description The wallet that follows. */
                address: string;
                /** @description When it proved itself. */
                provenAt: components["schemas"]["Timestamp"];
                /** @description 24 hours later, unless somebody stops it before. */
                takesEffectAt: components["schemas"]["Timestamp"];
            };
            /** @description Pending merchants only read. */
            status: components["schemas"]["MerchantStatus"];
        };
        PlatformMerchantList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["PlatformMerchant"][];
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
            /** @description A change of the payout wallet that waits, only while there is one. Until it takes effect everything goes to `payoutWallet`. */
            pendingPayoutWallet?: {
                /** @description The wallet that follows. */
                address: string;
                /** @description When it proved itself. */
                provenAt: components["schemas"]["Timestamp"];
                /** @description 24 hours later, unless somebody stops it before. */
                takesEffectAt: components["schemas"]["Timestamp"];
            };
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
            /** @constant */
            object: "mandate";
            merchantId: string;
            /** @description When it ended; null while it lasts. */
            endedAt: number | null;
            /**
             * @description Who or what ended it: its payer, its merchant (also by deleting the plan of their own that it was charged through, or by taking this service from its pullers), a payment that failed for good, or its term, where it was completed or expired. Null while it lasts, and where nobody recorded it.
             * @enum {string|null}
             */
            endedBy: "payer" | "merchant" | "payment_failed" | "term" | null;
            /** @description As your server gave it, or the client_reference of the address at which the payer opened the link: then the payer could have changed it. */
            clientReference: string | null;
            /** @description As it was given, or copied from the link or product that started it. Empty without. */
            metadata: components["schemas"]["Metadata"];
        };
        MandateWithSecret: {
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
            /** @constant */
            object: "mandate";
            merchantId: string;
            /** @description When it ended; null while it lasts. */
            endedAt: number | null;
            /**
             * @description Who or what ended it: its payer, its merchant (also by deleting the plan of their own that it was charged through, or by taking this service from its pullers), a payment that failed for good, or its term, where it was completed or expired. Null while it lasts, and where nobody recorded it.
             * @enum {string|null}
             */
            endedBy: "payer" | "merchant" | "payment_failed" | "term" | null;
            /** @description As your server gave it, or the client_reference of the address at which the payer opened the link: then the payer could have changed it. */
            clientReference: string | null;
            /** @description As it was given, or copied from the link or product that started it. Empty without. */
            metadata: components["schemas"]["Metadata"];
            /** @description Shown once. For the payer's browser only. */
            client_secret: string;
        };
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
        MandateList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["Mandate"][];
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
                code: components["schemas"]["ChargeFailureCode"];
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
        /** @description A charge as its payer sees it. */
        WalletCharge: {
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
                code: components["schemas"]["ChargeFailureCode"];
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
        };
        WalletChargeList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["WalletCharge"][];
        };
        ChargeList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["Charge"][];
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
        RefundList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["Refund"][];
        };
        /** @enum {string} */
        SubscriptionPlanStatus: "pending" | "open" | "ending" | "moved" | "closed";
        /** @description A plan of the Subscriptions program that the merchant's own wallet owns. */
        SubscriptionPlan: {
            /** @constant */
            object: "subscription_plan";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description pending: not on chain yet; open: mandates may use it; ending: it takes no more mandates; moved: its owner took this service from its pullers; closed: it is not on chain any more. */
            status: components["schemas"]["SubscriptionPlanStatus"];
            /** @description The plan's address on chain. */
            account: string;
            /** @description Wallet that signs for the plan, pays its rent and gets it back. */
            owner: string;
            /** @description The only wallet that it pays. */
            payee: string;
            /** @description Key of this service that collects, once per period. */
            puller: string;
            mint: string;
            amountPerPeriod: components["schemas"]["Amount"];
            periodSeconds: number;
            /** @description When it ends on chain; null while it was not told to. */
            endsAt: number | null;
            /** @description Lamports that its account holds, or will hold; 0 once they are back. */
            rentLamports: number;
            /** @description Pending and active mandates that use it. */
            mandates: number;
            /**
             * @description What the transaction does that was issued last; null if it has landed or none was.
             * @enum {string|null}
             */
            action: "create" | "set_puller" | "end" | "delete" | null;
            /** @description Base64 unsigned transaction for the owner's wallet, where one was just issued; else null. */
            transaction: string | null;
            /** @description Until this block height the transaction can land, a minute or two. */
            lastValidBlockHeight: number | null;
        };
        SubscriptionPlanList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["SubscriptionPlan"][];
        };
        /** @description What was taken over from another operator. */
        SubscriptionPlanAdoption: {
            /** @constant */
            object: "subscription_plan_adoption";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            plan: components["schemas"]["SubscriptionPlan"];
            /** @description Mandates that this request made. */
            adopted: number;
            /** @description Subscriptions that have an active mandate already. */
            present: number;
            /** @description Subscriptions that were not looked at yet. */
            remaining: number;
            /** @description Subscriptions that became no mandate; the first hundred. */
            skipped: {
                payer: string;
                /**
                 * @description ended: the payer cancelled it on chain, or took back what it rests on; ended_here: a mandate of it ended at this service, and none comes back; other_scheme: the payer's mandates in this token are approvals; not_found: no such subscription.
                 * @enum {string}
                 */
                reason: "ended" | "ended_here" | "other_scheme" | "not_found";
            }[];
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
            /** @description Base64 unsigned v0 transaction with this instruction. Under scheme plan one that opens the payer's authority may come before it in the same transaction. */
            transaction: string;
            /** @description Who pays the network fee: the payer, or the service, which then signs too, in `submit`. */
            feePayer: string;
            lastValidBlockHeight: number;
            /** @description How many more signatures follow this one. Under scheme plan a payer may sign twice: once this one is on chain, ask for the instruction again. */
            remaining: number;
        };
        LiveChecklist: {
            /** @constant */
            object: "live_checklist";
            /** @description Always true. */
            livemode: boolean;
            /** @description When it was read. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description Whether everything that is required is done. */
            ready: boolean;
            items: {
                /** @enum {string} */
                key: "public_url" | "merchant_approved" | "live_chain" | "live_token" | "payout_wallet" | "live_key" | "webhook_endpoint" | "webhook_delivery";
                /** @enum {string} */
                state: "done" | "missing";
                /** @description Whether nothing can be sold without it. */
                required: boolean;
                /**
                 * @description Who can do it.
                 * @enum {string}
                 */
                who: "merchant" | "operator";
                /** @description For people: what stands, or what is missing and what to do. */
                message: string;
            }[];
        };
        /** @description What the endpoint is for, in your own words. Only you see it. */
        EndpointDescription: string | null;
        WebhookEndpoint: {
            /** @constant */
            object: "webhook_endpoint";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            url: string;
            description: components["schemas"]["EndpointDescription"];
            /** @description The types that it gets, in the order of the list of types. Null for an endpoint without a filter: it gets the ten types of API version 0.1.0. A type that is added later goes to endpoints whose filter names it. */
            events: components["schemas"]["EventType"][] | null;
            /** @description Begins whsec_. In full on creation only; after that masked, whsec_... and its last 4 characters. */
            secret: string;
        };
        WebhookEndpointList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["WebhookEndpoint"][];
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
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["Token"][];
        };
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
        /** @description What is left of a payer's approval. */
        AuthorizationLeft: {
            /** @description What may still be collected. */
            remaining: components["schemas"]["Amount"];
            /** @description For how many payments that lasts. */
            payments: number;
            /** @description When it runs out. The payment that is due then fails, unless the payer approves more. */
            until: components["schemas"]["Timestamp"];
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
        /** @description An event as it was delivered, and how many of its deliveries are still pending. */
        ListedEvent: components["schemas"]["ListedMandateCreatedEvent"] | components["schemas"]["ListedMandateActivatedEvent"] | components["schemas"]["ListedMandateCompletedEvent"] | components["schemas"]["ListedMandateRevokedEvent"] | components["schemas"]["ListedMandateExpiredEvent"] | components["schemas"]["ListedChargeScheduledEvent"] | components["schemas"]["ListedChargeSucceededEvent"] | components["schemas"]["ListedChargeFailedEvent"] | components["schemas"]["ListedChargeAbandonedEvent"] | components["schemas"]["ListedChargeSkippedEvent"] | components["schemas"]["ListedChargeUpcomingEvent"] | components["schemas"]["ListedMandateAuthorizationExpiringEvent"] | components["schemas"]["ListedRefundSucceededEvent"] | components["schemas"]["ListedRefundFailedEvent"];
        /** @description An authorization was created; for a one-time purchase the order opened. */
        ListedMandateCreatedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description The payer's signature landed on chain. */
        ListedMandateActivatedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description Nothing further will be charged. */
        ListedMandateCompletedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description The payer cancelled on chain, the merchant revoked, or retries were exhausted. */
        ListedMandateRevokedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description The mandate passed its end date. */
        ListedMandateExpiredEvent: {
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
            pendingWebhooks: number;
        };
        /** @description A future charge was placed on the schedule. */
        ListedChargeScheduledEvent: {
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
            pendingWebhooks: number;
        };
        /** @description Money moved. This is the event that means payment was received. */
        ListedChargeSucceededEvent: {
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
            pendingWebhooks: number;
        };
        /** @description An attempt failed and will be retried. */
        ListedChargeFailedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description Retries are exhausted or the allowance is gone; no more attempts. */
        ListedChargeAbandonedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description The charge fell due when the mandate was no longer active. */
        ListedChargeSkippedEvent: {
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
            pendingWebhooks: number;
        };
        /** @description A charge comes up: 3 days before it is due, for periods of 7 days and more. */
        ListedChargeUpcomingEvent: {
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
            pendingWebhooks: number;
        };
        /** @description What the payer approved runs out soon. */
        ListedMandateAuthorizationExpiringEvent: {
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
            pendingWebhooks: number;
        };
        /** @description A refund reached the payer. */
        ListedRefundSucceededEvent: {
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
            pendingWebhooks: number;
        };
        /** @description A refund will not happen: its amount can be refunded again. */
        ListedRefundFailedEvent: {
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
            pendingWebhooks: number;
        };
        EventList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["ListedEvent"][];
        };
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
        /**
         * Format: email-address
         * @description Compared without regard to case.
         */
        Email: string;
        /** @description Base64 of the 64-byte ed25519 signature over the UTF-8 of the message. */
        WalletSignature: string;
        TokenSymbol: string;
        /** @enum {string} */
        TokenClass: "stable" | "other";
        /** @enum {string} */
        TokenRequestStatus: "pending" | "approved" | "rejected";
        /**
         * @description What stands behind the mandate on chain. approval: the payer approves the service's key for a sum, and the service keeps to amount and period. plan: the payer subscribes to a plan of the Subscriptions program, which enforces amount, period and payee.
         * @enum {string}
         */
        Scheme: "approval" | "plan";
        /**
         * @description Default subscription.
         * @enum {string}
         */
        OfferSellMode: "subscription" | "once" | "both";
        /** @description Length of one period in seconds; at least 3600 in live mode. Without effect when sellMode is once. */
        PeriodSeconds: number;
        /** @description The first charge lands this many seconds after activation. */
        TrialSeconds: number;
        ContentTitle: string | null;
        /** @description Plain text or Markdown, as the merchant renders it. */
        ContentBody: string | null;
        /** @enum {string} */
        WebhookDeliveryStatus: "pending" | "delivered" | "exhausted" | "refused";
        SignedUpMerchant: {
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
            /** @description A change of the payout wallet that waits, only while there is one. Until it takes effect everything goes to `payoutWallet`. */
            pendingPayoutWallet?: {
                /** @description The wallet that follows. */
                address: string;
                /** @description When it proved itself. */
                provenAt: components["schemas"]["Timestamp"];
                /** @description 24 hours later, unless somebody stops it before. */
                takesEffectAt: components["schemas"]["Timestamp"];
            };
            keys?: {
                /** @description sk_test_ secret key. */
                test: string;
                /** @description sk_live_ secret key. */
                live: string;
            };
        };
        Session: {
            /** @constant */
            object: "session";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it ends, or has ended. */
            expiresAt: components["schemas"]["Timestamp"];
            /**
             * @description `due`: you signed in with the password alone, and nothing else works until `POST /v1/sessions/current/second_factor`. `to_add`: the merchant requires one, and nothing else works until you have added it. `none`: you have none, or it was not asked for.
             * @enum {string}
             */
            secondFactor?: "none" | "due" | "to_add" | "proven";
            /** @description When it was last proven in this session. */
            secondFactorAt?: number | null;
            merchant: components["schemas"]["Merchant"];
        };
        /**
         * @description What a person may do in a merchant's team, beside reading. An owner everything; an admin everything but set the payout wallet and touch owners; a developer what integrates: keys, webhooks, links, products, test tools; finance what concerns payments that were made: refunds, cancellations, business details; a viewer nothing.
         * @enum {string}
         */
        Role: "owner" | "admin" | "developer" | "finance" | "viewer";
        Team: {
            /** @constant */
            object: "team";
            livemode: boolean;
            /** @description When you joined. */
            createdAt: components["schemas"]["Timestamp"];
            merchantId: string;
            /** @description You, as the list of people names you. */
            accountId: string;
            /** @description What you sign in with. */
            email: string;
            role: components["schemas"]["Role"];
            /** @description All that you are in, by name. */
            merchants: {
                id: string;
                name: string;
                role: components["schemas"]["Role"];
            }[];
        };
        TeamMember: {
            /** @constant */
            object: "team_member";
            /** @description The person's account. */
            id: string;
            livemode: boolean;
            /** @description When they joined. */
            createdAt: components["schemas"]["Timestamp"];
            email: string;
            role: components["schemas"]["Role"];
        };
        TeamMemberList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["TeamMember"][];
        };
        TeamInvitation: {
            /** @constant */
            object: "team_invitation";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            role: components["schemas"]["Role"];
            /** @description Where the link was to be sent. */
            email: string | null;
            /** @enum {string} */
            status: "open" | "accepted" | "revoked" | "expired";
            /** @description The link; on creation only. */
            url?: string;
        };
        TeamInvitationList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["TeamInvitation"][];
        };
        Invitation: {
            /** @constant */
            object: "invitation";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            merchantName: string;
            role: components["schemas"]["Role"];
            /** @description Where it was sent. */
            email: string | null;
        };
        /** @description The credential that the browser returned, as JSON (`PublicKeyCredential.toJSON()`). */
        PasskeyAnswer: string;
        PasskeyChallenge: {
            /** @constant */
            object: "passkey_challenge";
            /** @description Goes back as `challenge`. */
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            /** @description JSON for `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON`. */
            options: string;
        };
        AuthenticatorApp: {
            /** @constant */
            object: "authenticator_app";
            /** @description Goes back as `challenge`. */
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            /** @description In base32, for typing it in. */
            secret: string;
            /** @description The same as an otpauth address, for a code to scan. */
            uri: string;
        };
        PasswordReset: {
            /** @constant */
            object: "password_reset";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
        };
        EmailChange: {
            /** @constant */
            object: "email_change";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The new address. */
            email: string;
            oldConfirmed: boolean;
            /** @description With both, the new address counts. */
            newConfirmed: boolean;
        };
        /** @description A person who signs in, whichever merchants they are with. */
        Account: {
            /** @constant */
            object: "account";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            email: string;
            /** @description The address that waits for the links to be opened. */
            pendingEmail: string | null;
            passkeys: {
                id: string;
                name: string;
                createdAt: components["schemas"]["Timestamp"];
                lastUsedAt: number | null;
            }[];
            /** @description Since when there is an authenticator app. */
            appSince: number | null;
            recoveryCodesLeft: number;
            /** @description New ones, shown in this response alone. */
            recoveryCodes: string[] | null;
            /** @description Whether the merchant you are signed in to requires one. */
            secondFactorRequired: boolean;
            /** @description Newest first. */
            sessions: {
                id: string;
                createdAt: components["schemas"]["Timestamp"];
                expiresAt: components["schemas"]["Timestamp"];
                /** @description What the browser said of itself, in words. Null for sessions from before this was kept. */
                device: string | null;
                /** @description The IP address it signed in from; of IPv6, the network. */
                address: string | null;
                current: boolean;
            }[];
        };
        ApiKey: {
            /** @constant */
            object: "api_key";
            id: string;
            /** @description The key's mode. */
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            /** @enum {string} */
            scope: "full" | "read";
            /** @description In full on creation only; after that its prefix and its last 4 characters. */
            key: string;
            revokedAt: number | null;
        };
        ApiKeyList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["ApiKey"][];
        };
        /** @description One thing that somebody did, or tried to do. */
        AuditEntry: {
            /** @constant */
            object: "audit_entry";
            id: string;
            /** @description The mode that the list is of. */
            livemode: boolean;
            /** @description It counts in test and live mode, and is in the list of each. */
            bothModes: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Who did it. */
            actor: {
                /**
                 * @description `owner` is the owner of the platform, `operator` whoever ran a command on the server, `service` the service itself, which does later what the person with this id asked for, `anyone` somebody who had not signed in.
                 * @enum {string}
                 */
                type: "person" | "key" | "wallet" | "owner" | "operator" | "service" | "anyone";
                /** @description The id of the person or the key, or the wallet's address. */
                id: string | null;
                /** @description A person's e-mail address as it was then, a key's name, or the operator's command. */
                name: string | null;
                /** @description A person's role as it was then. */
                role: string | null;
            };
            /** @description The `operationId` of what was done, or `changePayoutWallet` when a change of it took effect after its 24 hours, or `operator.` and a command on the server, or `giveNoticeAddress`, `confirmNoticeAddress`, `shareNoticeAddress` or `removeNoticeAddress` of a payer. */
            action: string;
            /** @description The id of the object that it was done to. */
            resource: string | null;
            /**
             * @description `refused`: nothing was changed. `failed`: the service failed, and part of it may have been done. `unknown`: it is still being done, or the server stopped before it noted the outcome, so look at the object itself.
             * @enum {string}
             */
            outcome: "unknown" | "succeeded" | "refused" | "failed";
            /** @description The error that was returned; null if it succeeded. */
            errorCode: string | null;
            /** @description The fields that were sent, with what was there before where the operation notes it. */
            changes: {
                field: string;
                /** @description Null where it may hold a secret or much text. */
                value: string | number | boolean | null;
            }[];
            /** @description The network address, of IPv6 its first 64 bits. */
            address: string | null;
            userAgent: string | null;
        };
        AuditEntryList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["AuditEntry"][];
        };
        PayoutWalletChallenge: {
            /** @constant */
            object: "payout_wallet_challenge";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            address: string;
            /** @description The text that the wallet must sign. */
            message: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description The present payout wallet agrees to its successor. */
        OldWalletProof: {
            /** @description Exactly as issued by the challenge with `newAddress`. */
            message: string;
            signature: components["schemas"]["WalletSignature"];
        };
        PayoutWalletLinkTransaction: {
            /** @constant */
            object: "payout_wallet_link_tx";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            address: string;
            memo: string;
            /** @description Base64 unsigned transaction. */
            transaction: string;
            lastValidBlockHeight: number;
            expiresAt: components["schemas"]["Timestamp"];
        };
        TokenRequest: {
            /** @constant */
            object: "token_request";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            mint: string;
            note: string | null;
            status: components["schemas"]["TokenRequestStatus"];
            reviewedAt: number | null;
        };
        TokenRequestList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["TokenRequest"][];
        };
        PaymentLink: {
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            description: string | null;
            payee: string;
            mint: string;
            sellMode: components["schemas"]["OfferSellMode"];
            amountPerPeriod: components["schemas"]["Amount"];
            /** @description 0 where it is sold outright only. */
            periodSeconds: number;
            trialSeconds: number;
            /** @description Price of an outright purchase; null where none is offered. */
            amountOnce: string | null;
            /**
             * @description What stands behind the subscriptions that start from it. Null: as the deployment decides when they start.
             * @enum {string|null}
             */
            scheme: "approval" | "plan" | null;
            /** @constant */
            object: "payment_link";
            /** @description Relative to the checkout host, /pay/{id}. Add ?client_reference= with up to 200 characters, and the mandate that starts there has it as its clientReference. */
            url: string;
            active: boolean;
            /** @description Mandates that start from it take a copy. */
            metadata: components["schemas"]["Metadata"];
            successUrl: string | null;
        };
        PaymentLinkList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["PaymentLink"][];
        };
        Product: {
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            description: string | null;
            payee: string;
            mint: string;
            sellMode: components["schemas"]["OfferSellMode"];
            amountPerPeriod: components["schemas"]["Amount"];
            /** @description 0 where it is sold outright only. */
            periodSeconds: number;
            trialSeconds: number;
            /** @description Price of an outright purchase; null where none is offered. */
            amountOnce: string | null;
            /**
             * @description What stands behind the subscriptions that start from it. Null: as the deployment decides when they start.
             * @enum {string|null}
             */
            scheme: "approval" | "plan" | null;
            /** @constant */
            object: "product";
            /** @description Relative to the checkout host, /p/{id}. It takes ?client_reference= as a payment link does. */
            url: string;
            active: boolean;
            /** @description Mandates that start from it take a copy. */
            metadata: components["schemas"]["Metadata"];
            imageUrl: string | null;
            contentTitle: string | null;
            contentBody: string | null;
        };
        ProductList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["Product"][];
        };
        CheckoutPaymentLink: {
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            description: string | null;
            payee: string;
            mint: string;
            sellMode: components["schemas"]["OfferSellMode"];
            amountPerPeriod: components["schemas"]["Amount"];
            /** @description 0 where it is sold outright only. */
            periodSeconds: number;
            trialSeconds: number;
            /** @description Price of an outright purchase; null where none is offered. */
            amountOnce: string | null;
            /**
             * @description What stands behind the subscriptions that start from it. Null: as the deployment decides when they start.
             * @enum {string|null}
             */
            scheme: "approval" | "plan" | null;
            /** @constant */
            object: "checkout_payment_link";
            /** @description Relative to the checkout host, /pay/{id}. */
            url: string;
            merchantName: string;
            brand: components["schemas"]["Brand"];
            symbol: string;
            decimals: number;
        };
        CheckoutProduct: {
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            name: string;
            description: string | null;
            payee: string;
            mint: string;
            sellMode: components["schemas"]["OfferSellMode"];
            amountPerPeriod: components["schemas"]["Amount"];
            /** @description 0 where it is sold outright only. */
            periodSeconds: number;
            trialSeconds: number;
            /** @description Price of an outright purchase; null where none is offered. */
            amountOnce: string | null;
            /**
             * @description What stands behind the subscriptions that start from it. Null: as the deployment decides when they start.
             * @enum {string|null}
             */
            scheme: "approval" | "plan" | null;
            /** @constant */
            object: "checkout_product";
            imageUrl: string | null;
            /** @description Relative to the checkout host, /p/{id}. */
            url: string;
            merchantName: string;
            brand: components["schemas"]["Brand"];
            symbol: string;
            decimals: number;
            contentTitle: string | null;
        };
        StartMandate: {
            /** @description Wallet that pays. */
            payer: components["schemas"]["Address"];
            /** @description Default what is sold: a subscription where both are. */
            sellMode?: components["schemas"]["SellMode"];
            /** @description The seller's name for this purchase, as the address of the link gives it: its client_reference. Kept with the mandate, and shown to its seller. */
            clientReference?: components["schemas"]["ClientReference"];
        };
        CheckoutViewWithSecret: {
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
            /** @description Shown once. */
            client_secret: string;
        };
        Entitlement: {
            /** @constant */
            object: "entitlement";
            livemode: boolean;
            /** @description When it was decided, on the merchant's clock. */
            createdAt: components["schemas"]["Timestamp"];
            product: string;
            payer: string;
            entitled: boolean;
            /** @description End of what is paid or on trial; null after an outright purchase, and where not entitled. While a charge is being retried it may lie in the past. */
            validUntil: number | null;
            /** @description Null without the payer's own proof, and where not entitled. */
            content: {
                title: string | null;
                body: string | null;
            } | null;
        };
        ChargeAttempt: {
            /** @constant */
            object: "charge_attempt";
            id: string;
            livemode: boolean;
            /** @description When it was signed, in real time. */
            createdAt: components["schemas"]["Timestamp"];
            chargeId: string;
            amount: components["schemas"]["Amount"];
            txSignature: string;
            /**
             * @description signed: on its way. expired: can no longer land. duplicate: landed although the charge was settled before.
             * @enum {string}
             */
            status: "signed" | "landed" | "failed" | "expired" | "duplicate";
            /** @description What the chain said of a failed one. If other charges shared its transaction, the instruction index shows whose transfer failed; the others are tried again alone. */
            error: string | null;
            resolvedAt: number | null;
        };
        ChargeAttemptList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["ChargeAttempt"][];
        };
        Receipt: {
            /** @constant */
            object: "receipt";
            livemode: boolean;
            /** @description The block's time as the chain tells it. */
            createdAt: components["schemas"]["Timestamp"];
            chargeId: string;
            mandateId: string;
            txSignature: string;
            slot: number;
            payer: string;
            payee: string;
            mint: string;
            decimals: number;
            /** @description What the payee's token account received in that transaction for this charge. */
            amount: components["schemas"]["Amount"];
            /** @description The fee of the whole transaction, in lamports. Other charges of the same payee may share it. */
            networkFeeLamports: components["schemas"]["Amount"];
            feePayer: string;
            /** @enum {string} */
            commitment: "confirmed" | "finalized";
            /** @description What was bought, as it was called then. */
            name: string | null;
            description: string | null;
            paymentLink: string | null;
            product: string | null;
        };
        ChargeProof: {
            /** @constant */
            object: "charge_proof";
            /** @constant */
            version: "autopay/proof/v1";
            livemode: boolean;
            /** @description When the charge was recorded as paid. */
            createdAt: components["schemas"]["Timestamp"];
            chargeId: string;
            terms: components["schemas"]["ProofTerms"];
            /** @description The address in the payer's signature that stands for the terms: base58 of the SHA-256 of these lines joined by newlines: `autopay/plan/v1`, then the terms in their order here, maxPeriods as `null` where there is none. */
            reference: string;
            tokenProgram: components["schemas"]["TokenProgram"];
            decimals: number;
            periodIndex: number;
            amount: components["schemas"]["Amount"];
            /** @description The address in the transfer that stands for this charge. For a payment that the payer made, the reference; else base58 of the SHA-256 of `autopay/charge/v1`, genesisHash, mandateId and periodIndex, joined by newlines. */
            chargeReference: string;
            /** @description The accounts of the Subscriptions program that the money was pulled through; null under approval. */
            subscription: {
                /** @description The payer's subscription. */
                account: string;
                /** @description The plan it subscribes to. */
                plan: string;
                /** @description The wallet that owns the plan. */
                planOwner: string;
            } | null;
            /** @description What the payer signed for these terms, oldest first. Empty where test mode authorized by itself. */
            authorizations: components["schemas"]["ProofTransaction"][];
            settlement: components["schemas"]["ProofTransaction"];
        };
        ProofTerms: {
            /** @description Names the chain. */
            genesisHash: string;
            mandateId: string;
            payer: string;
            payee: string;
            mint: string;
            amountPerPeriod: components["schemas"]["Amount"];
            periodSeconds: number;
            maxPeriods: number | null;
            trialSeconds: number;
            /** @enum {string} */
            sellMode: "subscription" | "once";
            /** @description The key of the service that the payer let pull. */
            delegate: string;
        };
        ProofTransaction: {
            /** @enum {string} */
            kind: "approval" | "subscription" | "payment" | "pull";
            signature: string;
            /** @description Which of the transaction's instructions counts; several charges may share a transaction. */
            instructionIndex: number;
            /** @description Base64 of the whole transaction, signatures included. */
            transaction: string;
        };
        Customer: {
            /** @constant */
            object: "customer";
            livemode: boolean;
            /** @description As since. */
            createdAt: components["schemas"]["Timestamp"];
            payer: string;
            /** @description Mandates that were ever active, outright purchases included. */
            subscriptions: number;
            activeSubscriptions: number;
            /** @description What succeeded charges took, refunds not deducted; stable tokens 1:1 in the floor token's decimals. */
            totalPaid: components["schemas"]["Amount"];
            totalPaidByMint: {
                mint: string;
                symbol: string;
                decimals: number;
                amount: components["schemas"]["Amount"];
            }[];
            /** @description The first activation. */
            since: components["schemas"]["Timestamp"];
            /** @description What they bought last, as it was called then. */
            name: string | null;
            /** @description The link of that purchase. */
            paymentLink: string | null;
            /** @description The product of that purchase. */
            product: string | null;
            /** @description Your reference of that purchase. */
            clientReference: string | null;
            /** @description Whether they are told of their payments by mail. Absent where the deployment sends no mail. */
            notices?: boolean;
            /** @description Where that goes, for a payer who lets you see it; else null. Absent where the deployment sends no mail. */
            email?: string | null;
        };
        CustomerList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["Customer"][];
        };
        SearchResult: {
            /** @constant */
            object: "search_result";
            /** @enum {string} */
            kind: "mandate" | "charge" | "refund" | "customer" | "product" | "payment_link" | "event" | "webhook_delivery";
            /** @description Of a customer the address. */
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description What the query is the beginning of, or all of.
             * @enum {string}
             */
            matched: "id" | "receipt_number" | "signature" | "client_reference" | "address" | "name" | "metadata";
            /** @description Where to read it, such as /v1/charges/{id}. */
            path: string;
            /** @description What was bought, a product's or link's own name, or an event's type. */
            name: string | null;
            status: string | null;
            payer: string | null;
            /** @description Atomic units; of a mandate, product or link the amount per period. */
            amount: string | null;
            mint: string | null;
        };
        SearchResults: {
            /** @constant */
            object: "search";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description What was looked for, without space around it. */
            query: string;
            data: components["schemas"]["SearchResult"][];
            hasMore: boolean;
        };
        /** @description Atomic units; may be negative. */
        SignedAmount: string;
        MetricsTotals: {
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            grossVolume: components["schemas"]["Amount"];
            /** @description Succeeded charges. */
            payments: number;
            /** @description Atomic units refunded. */
            refunds: components["schemas"]["Amount"];
            netVolume: components["schemas"]["SignedAmount"];
            /** @description What the subscriptions active at `to` are worth per 30 days. */
            mrr: components["schemas"]["Amount"];
            /** @description At `to`. */
            activeSubscriptions: number;
            /** @description Activated in the window. */
            newSubscriptions: number;
            /** @description Failed at least once, then succeeded in the window. */
            recovered: components["schemas"]["RenewalSum"];
            /** @description Failed, and given up in the window. */
            lost: components["schemas"]["RenewalSum"];
        };
        /** @description Payments of subscriptions, and what they come to. */
        RenewalSum: {
            payments: number;
            amount: components["schemas"]["Amount"];
        };
        StatementSums: {
            /** @description How many charges. */
            payments: number;
            /** @description Of charges. */
            gross: components["schemas"]["Amount"];
            refunds: components["schemas"]["Amount"];
            /** @description gross less refunds, in atomic units; may be negative. */
            net: string;
        };
        StatementLine: {
            /** @enum {string} */
            type: "charge" | "refund";
            /** @description Of the charge or the refund. */
            id: string;
            settledAt: components["schemas"]["Timestamp"];
            /** @description Of the charge; of a refund, its charge's. */
            receiptNumber: string;
            chargeId: string;
            mandateId: string;
            payer: string;
            payee: string;
            /** @description What was bought. */
            name: string | null;
            /** @description Atomic units, negative for a refund: the lines add up to net. */
            amount: string;
            /** @description The transaction that moved it. */
            txSignature: string;
            /** @description Of a refund: the transaction of its charge. */
            chargeTxSignature: string | null;
        };
        Statement: {
            /** @constant */
            object: "statement";
            livemode: boolean;
            /** @description When it was asked for. A month that is not over goes on. */
            createdAt: components["schemas"]["Timestamp"];
            month: string;
            /** @description The month's first second in UTC. */
            from: components["schemas"]["Timestamp"];
            /** @description The first second in UTC after it. */
            to: components["schemas"]["Timestamp"];
            mint: string;
            symbol: string;
            decimals: number;
            /** @description All that settled before the month. */
            opening: components["schemas"]["StatementSums"];
            /** @description Of the month. */
            total: components["schemas"]["StatementSums"];
            /** @description Both. */
            closing: components["schemas"]["StatementSums"];
            /** @description At most 1,000, the oldest first. */
            lines: components["schemas"]["StatementLine"][];
            /** @description The CSV has all. */
            hasMoreLines: boolean;
        };
        Metrics: {
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            grossVolume: components["schemas"]["Amount"];
            /** @description Succeeded charges. */
            payments: number;
            /** @description Atomic units refunded. */
            refunds: components["schemas"]["Amount"];
            netVolume: components["schemas"]["SignedAmount"];
            /** @description What the subscriptions active at `to` are worth per 30 days. */
            mrr: components["schemas"]["Amount"];
            /** @description At `to`. */
            activeSubscriptions: number;
            /** @description Activated in the window. */
            newSubscriptions: number;
            /** @description Failed at least once, then succeeded in the window. */
            recovered: components["schemas"]["RenewalSum"];
            /** @description Failed, and given up in the window. */
            lost: components["schemas"]["RenewalSum"];
            /** @constant */
            object: "metrics";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Of the totals: the floor token's. */
            decimals: number;
            /** @description Payments of active subscriptions that are in danger now, whatever the window. */
            atRisk: {
                payments: number;
                amount: components["schemas"]["Amount"];
                /** @description Of these, failed at least once and tried again. */
                failed: number;
                /** @description Of these, due within seven days and known not to be covered. */
                uncovered: number;
            };
            /** @description The window of the same length before this one. */
            previous: components["schemas"]["MetricsTotals"];
            /** @description Every UTC day of the window, without holes. */
            daily: {
                /** Format: date */
                date: string;
                grossVolume: components["schemas"]["Amount"];
                refunds: components["schemas"]["Amount"];
                netVolume: components["schemas"]["SignedAmount"];
                payments: number;
            }[];
            /** @description Every token with a payment, a refund, a lost payment or an active subscription in the window, or with a payment at risk, exactly. */
            byMint: {
                mint: string;
                symbol: string;
                decimals: number;
                class: components["schemas"]["TokenClass"];
                grossVolume: components["schemas"]["Amount"];
                payments: number;
                refunds: components["schemas"]["Amount"];
                netVolume: components["schemas"]["SignedAmount"];
                mrr: components["schemas"]["Amount"];
                recovered: components["schemas"]["RenewalSum"];
                lost: components["schemas"]["RenewalSum"];
                atRisk: components["schemas"]["RenewalSum"];
            }[];
        };
        Retention: {
            /** @constant */
            object: "retention";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Oldest first. What is active at the start and started, less churned and completed, is active at the next start. */
            months: {
                /** @description Such as 2026-11, in UTC. */
                month: string;
                /** @description Subscriptions active when the month began. */
                activeAtStart: number;
                /** @description Subscriptions activated in the month. */
                started: number;
                /** @description Subscriptions that ended in the month before their term did. */
                churned: number;
                /** @description The same by who or what ended them. */
                churnedBy: {
                    /** @description The payer cancelled, in the portal or on chain. */
                    payer: number;
                    /** @description The merchant revoked it. */
                    merchant: number;
                    /** @description Every attempt at a payment failed. */
                    paymentFailed: number;
                    /** @description Ended before this was recorded. */
                    unknown: number;
                };
                /** @description Reached their last period, or their end. No churn. */
                completed: number;
                /** @description Trials that ended in the month. */
                trialsEnded: number;
                /** @description Of these, whose first payment succeeded since. */
                trialsConverted: number;
                /** @description Of these, whose first payment is still being tried. */
                trialsOpen: number;
            }[];
            /** @description Oldest first. */
            cohorts: {
                /** @description In which they started, in UTC. */
                month: string;
                started: number;
                /** @description How many were active at the end of that month, and of each one after it; for the current month now. */
                active: number[];
            }[];
        };
        WebhookDelivery: {
            /** @constant */
            object: "webhook_delivery";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The event's id. */
            event: string;
            eventType: components["schemas"]["EventType"];
            /**
             * @description Present where the event is a test event.
             * @constant
             */
            testEvent?: true;
            /** @description The endpoint's id. */
            endpoint: string;
            url: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Attempts made so far. */
            attempts: number;
            nextAttemptAt: number | null;
        };
        WebhookDeliveryList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDeliveryWithHistory: {
            /** @constant */
            object: "webhook_delivery";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The event's id. */
            event: string;
            eventType: components["schemas"]["EventType"];
            /**
             * @description Present where the event is a test event.
             * @constant
             */
            testEvent?: true;
            /** @description The endpoint's id. */
            endpoint: string;
            url: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Attempts made so far. */
            attempts: number;
            nextAttemptAt: number | null;
            /** @description The bytes that are delivered, as text. */
            body: string;
            /** @description Every attempt, the first one first. */
            history: {
                number: number;
                attemptedAt: components["schemas"]["Timestamp"];
                /** @enum {string} */
                outcome: "delivered" | "failed" | "refused";
                responseStatus: number | null;
                latencyMs: number;
                /** @description The first bytes of the response's body. */
                responseHead: string;
                error: string | null;
            }[];
        };
        StartedMandate: {
            /** @constant */
            object: "started_mandate";
            livemode: boolean;
            /** @description When it was read. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description The mandate's id. */
            mandate: string | null;
        };
        SolanaPayRequest: {
            label: string;
            /** @description Absolute address of an image. */
            icon: string;
        };
        SolanaPayTransaction: {
            /** @description Base64 unsigned transaction. */
            transaction: string;
            /** @description What it does, for people. */
            message: string;
        };
        WalletChallenge: {
            /** @constant */
            object: "wallet_challenge";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            address: string;
            /** @description The text that the wallet must sign. */
            message: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        EndedWalletSession: {
            /** @constant */
            object: "wallet_session";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            address: components["schemas"]["Address"];
            endedAt: components["schemas"]["Timestamp"];
        };
        WalletSession: {
            /** @constant */
            object: "wallet_session";
            id: string;
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            address: string;
            /** @description Begins ws_. Shown once. Keep it no longer than the tab lives. */
            token: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        WalletMandate: {
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
            object: "wallet_mandate";
            /** @description What succeeded charges took, refunds not deducted. */
            totalPaid: components["schemas"]["Amount"];
            totalRefunded: components["schemas"]["Amount"];
            /** @description The path of a page on which the payer gives, changes and removes an address for notices of their payments to this merchant, valid for at least an hour. Absent where the deployment sends no mail. */
            noticesUrl?: string;
            /** @description When the next charge falls due; null when nothing will. */
            nextChargeAt: number | null;
            /** @description Atomic units that this mandate may still take in all; null on a plan without maxPeriods, which allows each period by itself until it is cancelled. */
            remainingBudget: string | null;
            /** @description What the payer's token account lets this service move on chain now, for all of the payer's mandates on this token; null where the chain cannot be asked, and on a plan, where the program lets it move one amount each period. */
            remainingAllowance: string | null;
            /** @description The key that a top-up approves: delegate, or a newer key. Then the transaction carries the references of all of the payer's active mandates on this token, this one's first, and moves them to that key. */
            topUpDelegate: string;
            /** @description Why the payment that is due could not be collected, and when it is tried again; null while nothing fails. Once no attempt is left the mandate is revoked. */
            failing: {
                code: components["schemas"]["ChargeFailureCode"];
                message: string;
                amount: components["schemas"]["Amount"];
                nextAttemptAt: components["schemas"]["Timestamp"];
            } | null;
            /** @description How the payer's subscription to a plan stands; null under approval, before the payer asked for something to sign, and where the chain cannot be asked. */
            onChain: {
                /**
                 * @description works: the program lets the service pull once each period. cancelled: until pullableUntil. ended: its plan or its authority is closed. revoked: the payer took the authority's permission back. displaced: another application has it. unreadable: the payer's token account is missing or not theirs. none: there is no subscription.
                 * @enum {string}
                 */
                standing: "works" | "cancelled" | "ended" | "revoked" | "displaced" | "unreadable" | "none";
                /** @description Until when the program would let a cancelled subscription be pulled. This service pulls nothing for a mandate that has ended. */
                pullableUntil: number | null;
                /**
                 * @description What the payer can sign now. cancel and close, by POST cancel, for a mandate that has ended: closing returns the rent. restore, by POST top_up, for an active one: the service can pull again.
                 * @enum {string|null}
                 */
                nextStep: "cancel" | "close" | "restore" | null;
            } | null;
        };
        WalletMandateList: {
            /** @constant */
            object: "list";
            hasMore: boolean;
            /** @description Goes into startingAfter; null on the last page. */
            nextCursor: string | null;
            data: components["schemas"]["WalletMandate"][];
        };
        WalletCures: {
            /** @constant */
            object: "wallet_cures";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description The last second that is looked at, 30 days from now. */
            to: number;
            /** @description What is missing, the soonest first; empty where all is covered. Null where that cannot be told now: the chain cannot be asked, or the payer has more than 200 active subscriptions. */
            cures: components["schemas"]["WalletCure"][] | null;
        };
        WalletCure: {
            /**
             * @description add_funds: send amount of the token to the wallet. approve: sign the transaction of POST top_up of mandateId. ask_issuer: the token's issuer has frozen the payer's account, and only they can lift that. another_wallet: the payer's account for the token belongs to somebody else, so nothing can be collected from this wallet.
             * @enum {string}
             */
            kind: "add_funds" | "approve" | "ask_issuer" | "another_wallet";
            reason: components["schemas"]["RiskReason"];
            mint: string;
            symbol: string;
            decimals: number;
            /** @description The subscription whose payment fails first; of approve, the one to renew. */
            mandateId: string;
            /** @description What is missing for all payments until to, atomic units; null where no amount helps. */
            amount: string | null;
            /** @description What is missing for the first payment that fails and those before it, atomic units. */
            amountForFirst: string | null;
            /** @description When the first payment that fails is collected, in its merchant's time. */
            by: number;
        };
        WalletTransaction: {
            /** @constant */
            object: "wallet_transaction";
            livemode: boolean;
            createdAt: components["schemas"]["Timestamp"];
            mandate: components["schemas"]["WalletMandate"];
            /** @description Base64 unsigned v0 transaction for the payer's wallet, who pays its network fee; null where nothing of this service is approved, nothing is left to sign, or no chain can be asked. */
            transaction: string | null;
            /** @description Its one instruction in the layout of a checkout instruction. */
            instruction: string | null;
            /** @description What is approved once it landed, for all of the payer's mandates on this token; "0" takes everything back. Null on a plan. */
            approveAmount: string | null;
            lastValidBlockHeight: number | null;
        };
    };
    responses: never;
    parameters: {
        Id: string;
        ClientSecret: string;
        /** @description SHA-256 of the client_secret that the mandate will have, in hex. Make the secret of 32 random bytes, and keep it. */
        ClientSecretHash: string;
        /** @description Default what is sold: a subscription where both are. */
        SellMode: components["schemas"]["SellMode"];
        /** @description The seller's name for this purchase, kept with the mandate. */
        ClientReferenceOfPurchase: components["schemas"]["ClientReference"];
        Limit: number;
        /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
        StartingAfter: string;
        /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
        EndingBefore: string;
        /** @description By creation: desc shows the newest first, asc the oldest. */
        Order: "asc" | "desc";
        /** @description Unix seconds; those created at this time or later. */
        CreatedFrom: number;
        /** @description Unix seconds; those created at this time or earlier. */
        CreatedTo: number;
        /** @description Unix seconds; those that were paid at this time or later. */
        PaidFrom: number;
        /** @description Unix seconds; those that were paid at this time or earlier. */
        PaidTo: number;
        /** @description Those of this payer. */
        OfPayer: components["schemas"]["Address"];
        /** @description Those in this token. */
        OfMint: components["schemas"]["Address"];
        /** @description Those of mandates that this link started. */
        OfPaymentLink: string;
        /** @description Those of mandates that this product started. */
        OfProduct: string;
        /** @description Those of mandates with this clientReference. */
        OfClientReference: string;
        /** @description Those of mandates with this entry, as key:value, such as order:123. The first colon ends the key, so an entry whose key has a colon cannot be asked for. */
        OfMetadata: string;
        /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
        IdempotencyKey: string;
        Mint: string;
        /** @description The mode, where no key and no object decides it. */
        Mode: "test" | "live";
        /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 over "<t>.<raw body>" with the whole secret as key> */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
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
                    name: components["schemas"]["MerchantName"];
                };
            };
        };
        responses: {
            /** @description The merchant, with its keys. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantWithKeys"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
        };
    };
    setToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    /** @description A mint of the registry. */
                    mint: components["schemas"]["Address"];
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The updated token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    listMandates: {
        parameters: {
            query?: {
                status?: components["schemas"]["MandateStatus"];
                /** @description Those of this payer. */
                payer?: components["parameters"]["OfPayer"];
                /** @description Those in this token. */
                mint?: components["parameters"]["OfMint"];
                /** @description Those of mandates that this link started. */
                paymentLink?: components["parameters"]["OfPaymentLink"];
                /** @description Those of mandates that this product started. */
                product?: components["parameters"]["OfProduct"];
                /** @description Those of mandates with this clientReference. */
                clientReference?: components["parameters"]["OfClientReference"];
                /** @description Those of mandates with this entry, as key:value, such as order:123. The first colon ends the key, so an entry whose key has a colon cannot be asked for. */
                metadata?: components["parameters"]["OfMetadata"];
                /** @description Unix seconds; those created at this time or later. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Unix seconds; those created at this time or earlier. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description By creation: desc shows the newest first, asc the oldest. */
                order?: components["parameters"]["Order"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mandates, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MandateList"];
                    "text/csv": string;
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                 *       "maxPeriods": 12,
                 *       "name": "Coffee Club",
                 *       "clientReference": "user-4711",
                 *       "metadata": {
                 *         "order": "123"
                 *       }
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
                    /** @description What stands behind the mandate on chain; default as the deployment is set up. A payer's active mandates in one token have one scheme, which a new one takes whatever is asked. plan needs whole hours as the period, up to 8760, and the Subscriptions program on the chain. */
                    scheme?: components["schemas"]["Scheme"];
                    /** @description Test mode only. Simulates the wallet's authorization; the mandate is active at once. */
                    autoAuthorize?: boolean;
                    /** @description What is bought, as the payer reads it at the checkout, in their wallet's list and on receipts. */
                    name?: components["schemas"]["Name"];
                    description?: components["schemas"]["Description"];
                    clientReference?: components["schemas"]["ClientReference"];
                    metadata?: components["schemas"]["Metadata"];
                };
            };
        };
        responses: {
            /** @description The mandate, with its client_secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MandateWithSecret"];
                };
            };
        };
    };
    getMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
                };
            };
        };
    };
    listMandateCharges: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeList"];
                };
            };
        };
    };
    listMandateRefunds: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mandate"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                status?: components["schemas"]["RefundStatus"];
                /** @description Only refunds of this mandate's charges. A mandate that is not yours has none. */
                mandate?: string;
                /** @description Those of this payer. */
                payer?: components["parameters"]["OfPayer"];
                /** @description Those in this token. */
                mint?: components["parameters"]["OfMint"];
                /** @description Those of mandates that this link started. */
                paymentLink?: components["parameters"]["OfPaymentLink"];
                /** @description Those of mandates that this product started. */
                product?: components["parameters"]["OfProduct"];
                /** @description Those of mandates with this clientReference. */
                clientReference?: components["parameters"]["OfClientReference"];
                /** @description Those of mandates with this entry, as key:value, such as order:123. The first colon ends the key, so an entry whose key has a colon cannot be asked for. */
                metadata?: components["parameters"]["OfMetadata"];
                /** @description Unix seconds; those created at this time or later. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Unix seconds; those created at this time or earlier. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description By creation: desc shows the newest first, asc the oldest. */
                order?: components["parameters"]["Order"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refunds, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                    "text/csv": string;
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
        };
    };
    createRefundTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
        };
    };
    submitRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutView"];
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
                    /** @description For wallets that broadcast by themselves or change what they sign: neither the fee nor a deposit is sponsored. */
                    payerPaysFee?: boolean;
                };
            };
        };
        responses: {
            /** @description The instruction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutInstruction"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutView"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutView"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints, newest first, their secrets masked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/autopay/webhooks",
                 *       "description": "The shop's stock",
                 *       "events": [
                 *         "charge.succeeded",
                 *         "mandate.revoked"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Public http(s) address; https only in live mode. */
                    url: string;
                    description?: components["schemas"]["EndpointDescription"];
                    /** @description The types that it gets, and no others. Leave it out for the ten types of API version 0.1.0. */
                    events?: components["schemas"]["EventType"][];
                };
            };
        };
        responses: {
            /** @description The endpoint, with its secret in full. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                type?: components["schemas"]["EventType"];
                /** @description Only events of this mandate and its charges and refunds. */
                mandate?: string;
                /** @description `standard`: the ten types of API version 0.1.0, which endpoints without a filter get. `all`: also those that endpoints get only where their filter names them. `type` alone finds an event of any type. */
                types?: "standard" | "all";
                limit?: number;
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedEvent"];
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
                /** @description The mode, where no key and no object decides it. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWallet"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
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
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedEvent"];
                };
            };
        };
    };
    getTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    signUp: {
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
                 *       "name": "Coffee Club",
                 *       "email": "owner@coffee.example",
                 *       "password": "correct horse battery",
                 *       "acknowledged": true
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["MerchantName"];
                    email: components["schemas"]["Email"];
                    /** @description Any characters. Kept as an argon2id hash only. */
                    password: string;
                    /** @description Must be true: settled payments cannot be reversed, and keys are shown once. */
                    acknowledged?: boolean;
                };
            };
        };
        responses: {
            /** @description The merchant; with its keys when it is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUpMerchant"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@coffee.example",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    email: components["schemas"]["Email"];
                    password: string;
                };
            };
        };
        responses: {
            /** @description The session. Its token is in the cookie alone. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account, signed in nowhere. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getCurrentSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteCurrentSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session that has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who you are here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    switchTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "merchantId": "mer_1CUVq3kTnYhYwvYtUM2Ld"
                 *     }
                 */
                "application/json": {
                    merchantId: string;
                };
            };
        };
        responses: {
            /** @description Who you are there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    leaveTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What you were. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberList"];
                };
            };
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the person was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "finance"
                 *     }
                 */
                "application/json": {
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description The person as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
        };
    };
    listTeamInvitations: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamInvitationList"];
                };
            };
        };
    };
    createTeamInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "developer",
                 *       "email": "dev@coffee.example"
                 *     }
                 */
                "application/json": {
                    role: components["schemas"]["Role"];
                    /** @description Where to send the link. */
                    email?: components["schemas"]["Email"];
                };
            };
        };
        responses: {
            /** @description The invitation, with its link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamInvitation"];
                };
            };
        };
    };
    revokeTeamInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamInvitation"];
                };
            };
        };
    };
    readInvitation: {
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
                 *       "token": "invite_5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsre"
                 *     }
                 */
                "application/json": {
                    /** @description The part of the link after its `#`. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description What the link is good for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "invite_5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsre"
                 *     }
                 */
                "application/json": {
                    /** @description The part of the link after its `#`. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Who you are there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    signUpByInvitation: {
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
                 *       "token": "invite_5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsre",
                 *       "email": "dev@coffee.example",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** @description The part of the link after its `#`. */
                    token: string;
                    email: components["schemas"]["Email"];
                    password: string;
                };
            };
        };
        responses: {
            /** @description Who you are there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account, with the sessions that are left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    createPasskeySession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "fch_1",
                 *       "passkey": "{}"
                 *     }
                 */
                "application/json": {
                    challenge: string;
                    passkey: components["schemas"]["PasskeyAnswer"];
                };
            };
        };
        responses: {
            /** @description The session. Its token is in the cookie alone. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    proveSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    code?: string;
                    recoveryCode?: string;
                    challenge?: string;
                    passkey?: components["schemas"]["PasskeyAnswer"];
                };
            };
        };
        responses: {
            /** @description The session, with the second factor proven. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    createPasskeyChallenge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser asks the passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
        };
    };
    createPasswordReset: {
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
                 *       "email": "owner@coffee.example"
                 *     }
                 */
                "application/json": {
                    email: components["schemas"]["Email"];
                };
            };
        };
        responses: {
            /** @description It is on its way, if there is such an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
        };
    };
    completePasswordReset: {
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
                 *       "token": "rst_1",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    token: string;
                    /** @description Any characters. Kept as an argon2id hash only. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The password is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "correct horse battery",
                 *       "password": "staple battery horse"
                 *     }
                 */
                "application/json": {
                    currentPassword: string;
                    /** @description Any characters. Kept as an argon2id hash only. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "new@coffee.example",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    email: components["schemas"]["Email"];
                    password: string;
                };
            };
        };
        responses: {
            /** @description Your account, with the address that waits for its links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    confirmEmail: {
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
                 *       "token": "emc_1"
                 *     }
                 */
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description What is confirmed, and what is not yet. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailChange"];
                };
            };
        };
    };
    startAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** @description Needed while you have no second factor. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The secret, for the app alone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthenticatorApp"];
                };
            };
        };
    };
    removeAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    confirmAuthenticatorApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "fch_1",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    challenge: string;
                    code: string;
                };
            };
        };
        responses: {
            /** @description Your account; with recovery codes if they are new. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "fch_1",
                 *       "name": "Laptop",
                 *       "passkey": "{}"
                 *     }
                 */
                "application/json": {
                    challenge: string;
                    name: string;
                    passkey: components["schemas"]["PasskeyAnswer"];
                };
            };
        };
        responses: {
            /** @description Your account; with recovery codes if they are new. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    startPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** @description Needed while you have no second factor. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description What the browser asks the passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account, with ten new codes, once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    requireSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "required": true
                 *     }
                 */
                "application/json": {
                    required: boolean;
                };
            };
        };
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merchant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand, all null where none was set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
        };
    };
    setBranding: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "logoUrl": "https://cdn.shop.example/logo.png",
                 *       "accentColor": "#0b7a5a",
                 *       "supportEmail": "help@shop.example",
                 *       "supportUrl": "https://shop.example/help"
                 *     }
                 */
                "application/json": {
                    logoUrl?: components["schemas"]["LogoUrl"];
                    accentColor?: components["schemas"]["AccentColor"];
                    supportEmail?: components["schemas"]["SupportEmail"];
                    supportUrl?: components["schemas"]["SupportUrl"];
                };
            };
        };
        responses: {
            /** @description The brand as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
        };
    };
    getLiveChecklist: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checklist, what the operator does first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveChecklist"];
                };
            };
        };
    };
    getBusinessDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDetails"];
                };
            };
        };
    };
    setBusinessDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "legalName": "Coffee Club GmbH",
                 *       "addressLines": [
                 *         "Hauptstr. 1",
                 *         "10115 Berlin"
                 *       ],
                 *       "country": "DE",
                 *       "taxId": "DE123456789",
                 *       "receiptNote": "No VAT is charged (small business)."
                 *     }
                 */
                "application/json": {
                    /** @description As your register has it. Receipts without one show the name of your account. */
                    legalName?: string | null;
                    /** @description Line by line, without the country. */
                    addressLines?: string[];
                    /** @description Two capital letters (ISO 3166-1 alpha-2), such as DE. */
                    country?: string | null;
                    taxId?: string | null;
                    /** @description At the foot of every receipt, such as why no tax is due. */
                    receiptNote?: string | null;
                };
            };
        };
        responses: {
            /** @description The details as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessDetails"];
                };
            };
        };
    };
    getDunning: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What counts for charges that fail from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dunning"];
                };
            };
        };
    };
    setDunning: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    retries?: components["schemas"]["RetrySchedule"];
                    /** @description Whether payers are entitled while a failed charge is tried again. Default true. */
                    keepsAccess?: boolean;
                    afterLast?: components["schemas"]["AfterLastAttempt"];
                };
            };
        };
        responses: {
            /** @description What counts for charges that fail from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dunning"];
                };
            };
        };
    };
    getNoticeChoices: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your choices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeChoices"];
                };
            };
        };
    };
    setNoticeChoices: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kinds": [
                 *         "renewals_lost",
                 *         "daily_digest"
                 *       ],
                 *       "alsoTest": false,
                 *       "language": "en",
                 *       "timeZone": "Europe/Madrid",
                 *       "digestHour": 8
                 *     }
                 */
                "application/json": components["schemas"]["ChosenNotices"];
            };
        };
        responses: {
            /** @description Your choices as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeChoices"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys, newest first, each but for its last 4 characters masked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Reporting",
                 *       "mode": "live",
                 *       "scope": "read"
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
                    /** @enum {string} */
                    mode: "test" | "live";
                    /**
                     * @description read may only GET.
                     * @default full
                     * @enum {string}
                     */
                    scope?: "full" | "read";
                };
            };
        };
        responses: {
            /** @description The key in full. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only what this person, key or wallet did, by its id or address. */
                actor?: string;
                /** @description Only this operation, by its `operationId` in this document. */
                action?: string;
                /** @description Only what was done to this object, by its id. */
                resource?: string;
                /** @description Unix seconds; those created at this time or later. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Unix seconds; those created at this time or earlier. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description By creation: desc shows the newest first, asc the oldest. */
                order?: components["parameters"]["Order"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                    "text/csv": string;
                };
            };
        };
    };
    getPayoutWalletChallenge: {
        parameters: {
            query: {
                address: components["schemas"]["Address"];
                /** @description To change the payout wallet at once: the wallet that follows. `address` is then the present payout wallet, and its signature of the text goes into `oldWallet` of the change. */
                newAddress?: components["schemas"]["Address"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge; valid for 10 minutes, and once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutWalletChallenge"];
                };
            };
        };
    };
    setPayoutWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
                 *       "message": "pay.example.com wants you to prove this wallet",
                 *       "signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                    /** @description The challenge exactly as issued. */
                    message: string;
                    signature: components["schemas"]["WalletSignature"];
                    /** @description Sets it for test mode alone, where nothing is worth anything; live mode keeps the one it has. For wallets that hold no real money, such as the test wallet of the pages. Default false: both modes. A wallet that POST /v1/test/wallets made counts for test mode alone in any case, and is refused in live mode. */
                    testOnly?: boolean;
                    oldWallet?: components["schemas"]["OldWalletProof"];
                };
            };
        };
        responses: {
            /** @description The updated merchant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
        };
    };
    stopPayoutWalletChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The merchant. Where nothing waited any more, its `payoutWallet` may have changed before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
        };
    };
    getPayoutWalletLinkTransaction: {
        parameters: {
            query: {
                address: components["schemas"]["Address"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unsigned transaction; valid for 10 minutes at most, and once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutWalletLinkTransaction"];
                };
            };
        };
    };
    linkPayoutWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
                 *       "memo": "autopay payout wallet 2vXq",
                 *       "signedTransaction": "AXw9b3sBAAEDZm9v"
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                    /** @description Exactly as issued by link_tx. */
                    memo: string;
                    signedTransaction: components["schemas"]["Base64Transaction"];
                    /** @description Sets it for test mode alone; live mode keeps the one it has. Default false. */
                    testOnly?: boolean;
                    oldWallet?: components["schemas"]["OldWalletProof"];
                };
            };
        };
        responses: {
            /** @description The updated merchant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
        };
    };
    listSubscriptionPlans: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plans, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlanList"];
                };
            };
        };
    };
    createSubscriptionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "amountPerPeriod": "12500000",
                 *       "periodSeconds": 2592000
                 *     }
                 */
                "application/json": {
                    /** @description Mint of the token. */
                    mint: components["schemas"]["Address"];
                    amountPerPeriod: components["schemas"]["RequestAmount"];
                    /** @description Length of one period in seconds; whole hours. */
                    periodSeconds: number;
                };
            };
        };
        responses: {
            /** @description The plan, pending, with the transaction to sign. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlan"];
                };
            };
        };
    };
    adoptSubscriptionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account": "8CvwxZ9Db6XbLD46NZwwmVDZZRDy7eydFcAGkXKh9axa",
                 *       "payers": [
                 *         "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The plan's address on chain. */
                    account: components["schemas"]["Address"];
                    /** @description The payers whose mandates the former operator lists as active; null for every subscription that stands on chain. The chain cannot tell that somebody cancelled with the former operator and did not sign it. */
                    payers: components["schemas"]["Address"][] | null;
                };
            };
        };
        responses: {
            /** @description What was taken over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlanAdoption"];
                };
            };
        };
    };
    getSubscriptionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlan"];
                };
            };
        };
    };
    createSubscriptionPlanTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan, with its transaction while it is pending. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlan"];
                };
            };
        };
    };
    setSubscriptionPlanPuller: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "puller": "4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW"
                 *     }
                 */
                "application/json": {
                    /** @description The key that the other operator pulls with, which its API shows as a mandate's delegate. */
                    puller: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The plan, with the transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlan"];
                };
            };
        };
    };
    closeSubscriptionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan, with the transaction to sign if there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlan"];
                };
            };
        };
    };
    submitSubscriptionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
            /** @description The plan in the state that was reached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPlan"];
                };
            };
        };
    };
    createTokenRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "note": "Most of our customers hold it."
                 *     }
                 */
                "application/json": {
                    mint: components["schemas"]["Address"];
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRequest"];
                };
            };
        };
    };
    listPlatformTokens: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
        };
    };
    createPlatformToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "symbol": "USDC",
                 *       "class": "stable",
                 *       "isDefault": true,
                 *       "floor": true
                 *     }
                 */
                "application/json": {
                    mint: components["schemas"]["Address"];
                    symbol: components["schemas"]["TokenSymbol"];
                    /** @description Default other; the floor must be stable. */
                    class?: components["schemas"]["TokenClass"];
                    /** @description Merchants accept it unless they decline; default false, always true for the floor. */
                    isDefault?: boolean;
                    /** @description It becomes the stable that pricing falls back to, in place of the one before; default false. */
                    floor?: boolean;
                    /** @description Accept that its issuer can freeze, pause or move balances; default false. */
                    issuerControls?: boolean;
                };
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    deletePlatformToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                mint: components["parameters"]["Mint"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    updatePlatformToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                mint: components["parameters"]["Mint"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "isDefault": false
                 *     }
                 */
                "application/json": {
                    symbol?: components["schemas"]["TokenSymbol"];
                    class?: components["schemas"]["TokenClass"];
                    isDefault?: boolean;
                    /** @description true moves the floor here; it is taken from a token by giving it to another. */
                    floor?: boolean;
                    issuerControls?: boolean;
                };
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
        };
    };
    listPlatformMerchants: {
        parameters: {
            query?: {
                status?: components["schemas"]["MerchantStatus"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of merchants, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformMerchantList"];
                };
            };
        };
    };
    createPlatformMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    name: components["schemas"]["MerchantName"];
                };
            };
        };
        responses: {
            /** @description The merchant, with its keys. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantWithKeys"];
                };
            };
        };
    };
    approvePlatformMerchant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approved merchant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformMerchant"];
                };
            };
        };
    };
    listTokenRequests: {
        parameters: {
            query?: {
                status?: components["schemas"]["TokenRequestStatus"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRequestList"];
                };
            };
        };
    };
    approveTokenRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "symbol": "PYUSD",
                 *       "class": "stable",
                 *       "issuerControls": true
                 *     }
                 */
                "application/json": {
                    symbol: components["schemas"]["TokenSymbol"];
                    class?: components["schemas"]["TokenClass"];
                    isDefault?: boolean;
                    issuerControls?: boolean;
                };
            };
        };
        responses: {
            /** @description The approved request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRequest"];
                };
            };
        };
    };
    rejectTokenRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejected request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRequest"];
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Coffee Club",
                 *       "payee": "4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW",
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "amountPerPeriod": "12500000",
                 *       "periodSeconds": 2592000,
                 *       "trialSeconds": 604800
                 *     }
                 */
                "application/json": {
                    /** @description Default Subscription. */
                    name?: components["schemas"]["Name"];
                    /** @description Wallet that is paid. In live mode the merchant's proven payout wallet. */
                    payee: components["schemas"]["Address"];
                    mint: components["schemas"]["Address"];
                    amountPerPeriod: components["schemas"]["RequestAmount"];
                    periodSeconds: components["schemas"]["PeriodSeconds"];
                    trialSeconds?: components["schemas"]["TrialSeconds"];
                    sellMode?: components["schemas"]["OfferSellMode"];
                    /** @description What stands behind the subscriptions that start from it; default as the deployment decides when they start. */
                    scheme?: components["schemas"]["Scheme"];
                    /** @description Price of an outright purchase; default amountPerPeriod. */
                    amountOnce?: components["schemas"]["RequestAmount"];
                    description?: components["schemas"]["Description"];
                    /** @description As a mandate's. Mandates that start from it take a copy of all of it; an update replaces all of it, and leaves the copies as they are. */
                    metadata?: components["schemas"]["Metadata"];
                    successUrl?: components["schemas"]["SuccessUrl"];
                };
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                 *       "active": false
                 *     }
                 */
                "application/json": {
                    name?: components["schemas"]["Name"];
                    /** @description One that is off starts nothing; mandates it started go on. */
                    active?: boolean;
                    description?: components["schemas"]["Description"];
                    /** @description As a mandate's. Mandates that start from it take a copy of all of it; an update replaces all of it, and leaves the copies as they are. */
                    metadata?: components["schemas"]["Metadata"];
                    successUrl?: components["schemas"]["SuccessUrl"];
                };
            };
        };
        responses: {
            /** @description The updated link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "The brewing guide",
                 *       "mint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
                 *       "amountPerPeriod": "9000000",
                 *       "periodSeconds": 2592000,
                 *       "sellMode": "both",
                 *       "amountOnce": "49000000",
                 *       "contentTitle": "Chapter one",
                 *       "contentBody": "Grind fresh, weigh everything."
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
                    /** @description Default the merchant's payout wallet; in live mode nothing else. */
                    payee?: components["schemas"]["Address"];
                    mint: components["schemas"]["Address"];
                    amountPerPeriod: components["schemas"]["RequestAmount"];
                    periodSeconds: components["schemas"]["PeriodSeconds"];
                    trialSeconds?: components["schemas"]["TrialSeconds"];
                    sellMode?: components["schemas"]["OfferSellMode"];
                    /** @description What stands behind the subscriptions that start from it; default as the deployment decides when they start. */
                    scheme?: components["schemas"]["Scheme"];
                    /** @description Price of an outright purchase; default amountPerPeriod. */
                    amountOnce?: components["schemas"]["RequestAmount"];
                    contentTitle?: components["schemas"]["ContentTitle"];
                    contentBody?: components["schemas"]["ContentBody"];
                    description?: components["schemas"]["Description"];
                    /** @description As a mandate's. Mandates that start from it take a copy of all of it; an update replaces all of it, and leaves the copies as they are. */
                    metadata?: components["schemas"]["Metadata"];
                    imageUrl?: components["schemas"]["ImageUrl"];
                };
            };
        };
        responses: {
            /** @description The product. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
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
                 *       "contentBody": "Grind fresh, weigh everything, pour slowly."
                 *     }
                 */
                "application/json": {
                    name?: components["schemas"]["Name"];
                    contentTitle?: components["schemas"]["ContentTitle"];
                    contentBody?: components["schemas"]["ContentBody"];
                    /** @description One that is off is not sold; who has paid keeps it. */
                    active?: boolean;
                    description?: components["schemas"]["Description"];
                    /** @description As a mandate's. Mandates that start from it take a copy of all of it; an update replaces all of it, and leaves the copies as they are. */
                    metadata?: components["schemas"]["Metadata"];
                    imageUrl?: components["schemas"]["ImageUrl"];
                };
            };
        };
        responses: {
            /** @description The updated product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    getEntitlement: {
        parameters: {
            query: {
                product: string;
                payer: components["schemas"]["Address"];
                client_secret?: string;
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entitlement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entitlement"];
                };
            };
        };
    };
    listCharges: {
        parameters: {
            query?: {
                status?: components["schemas"]["ChargeStatus"];
                mandate?: string;
                /** @description Only charges that succeeded after at least one attempt had failed. */
                recovered?: "true";
                /** @description Those of this payer. */
                payer?: components["parameters"]["OfPayer"];
                /** @description Those in this token. */
                mint?: components["parameters"]["OfMint"];
                /** @description Those of mandates that this link started. */
                paymentLink?: components["parameters"]["OfPaymentLink"];
                /** @description Those of mandates that this product started. */
                product?: components["parameters"]["OfProduct"];
                /** @description Those of mandates with this clientReference. */
                clientReference?: components["parameters"]["OfClientReference"];
                /** @description Those of mandates with this entry, as key:value, such as order:123. The first colon ends the key, so an entry whose key has a colon cannot be asked for. */
                metadata?: components["parameters"]["OfMetadata"];
                /** @description Unix seconds; those that were paid at this time or later. */
                paidFrom?: components["parameters"]["PaidFrom"];
                /** @description Unix seconds; those that were paid at this time or earlier. */
                paidTo?: components["parameters"]["PaidTo"];
                /** @description Unix seconds; those created at this time or later. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Unix seconds; those created at this time or earlier. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description By creation: desc shows the newest first, asc the oldest. */
                order?: components["parameters"]["Order"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of charges, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeList"];
                    "text/csv": string;
                };
            };
        };
    };
    getCharge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The charge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
        };
    };
    listChargeAttempts: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeAttemptList"];
                };
            };
        };
    };
    getChargeReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    getChargeProof: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeProof"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Those of this payer. */
                payer?: components["parameters"]["OfPayer"];
                /** @description Those of mandates that this link started. */
                paymentLink?: components["parameters"]["OfPaymentLink"];
                /** @description Those of mandates that this product started. */
                product?: components["parameters"]["OfProduct"];
                /** @description Those of mandates with this clientReference. */
                clientReference?: components["parameters"]["OfClientReference"];
                /** @description Those of mandates with this entry, as key:value, such as order:123. The first colon ends the key, so an entry whose key has a colon cannot be asked for. */
                metadata?: components["parameters"]["OfMetadata"];
                /** @description Unix seconds; those created at this time or later. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Unix seconds; those created at this time or earlier. */
                createdTo?: components["parameters"]["CreatedTo"];
                /** @description By creation: desc shows the newest first, asc the oldest. */
                order?: components["parameters"]["Order"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers, the newest first. Their cursor is the payer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                    "text/csv": string;
                };
            };
        };
    };
    searchObjects: {
        parameters: {
            query: {
                /** @description What is looked for. Space around it does not count. */
                query: string;
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found, the likeliest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: {
                /** @description Unix seconds; default 30 days before `to`. At most 731 days before it. */
                from?: number;
                /** @description Unix seconds; default now. */
                to?: number;
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metrics"];
                };
            };
        };
    };
    getForecast: {
        parameters: {
            query?: {
                /** @description How many days from now on; default 30. */
                days?: number;
                /** @description Only this token. */
                mint?: components["schemas"]["Address"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forecast. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forecast"];
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: {
                /** @description How many months, the current one included; default 12. */
                months?: number;
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The months. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query: {
                /**
                 * @description Such as 2026-11.
                 * @example 2026-11
                 */
                month: string;
                /** @example EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v */
                mint: string;
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                    "text/csv": string;
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                endpoint?: string;
                event?: string;
                status?: components["schemas"]["WebhookDeliveryStatus"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, what was sent, and every attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithHistory"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters, kept 72 hours per merchant and mode. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, pending again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    getCheckoutReceipt: {
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
            /** @description The receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    getSolanaPayRequest: {
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
            /** @description Label and icon. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SolanaPayRequest"];
                };
            };
        };
    };
    createSolanaPayTransaction: {
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
                 *       "account": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
                 *     }
                 */
                "application/json": {
                    /** @description The wallet's own address. */
                    account: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SolanaPayTransaction"];
                };
            };
        };
    };
    getCheckoutPaymentLink: {
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
            /** @description The public view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPaymentLink"];
                };
            };
        };
    };
    createPaymentLinkMandate: {
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
                 *       "payer": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
                 *     }
                 */
                "application/json": components["schemas"]["StartMandate"];
            };
        };
        responses: {
            /** @description The mandate as its payer sees it, with its client_secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutViewWithSecret"];
                };
            };
        };
    };
    getCheckoutProduct: {
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
            /** @description The public view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutProduct"];
                };
            };
        };
    };
    createProductMandate: {
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
                 *       "payer": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
                 *       "sellMode": "once"
                 *     }
                 */
                "application/json": components["schemas"]["StartMandate"];
            };
        };
        responses: {
            /** @description The mandate as its payer sees it, with its client_secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutViewWithSecret"];
                };
            };
        };
    };
    getOfferSolanaPay: {
        parameters: {
            query: {
                /** @description SHA-256 of the client_secret that the mandate will have, in hex. Make the secret of 32 random bytes, and keep it. */
                client_secret_hash: components["parameters"]["ClientSecretHash"];
                /** @description Default what is sold: a subscription where both are. */
                sellMode?: components["parameters"]["SellMode"];
                /** @description The seller's name for this purchase, kept with the mandate. */
                clientReference?: components["parameters"]["ClientReferenceOfPurchase"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Label and icon. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SolanaPayRequest"];
                };
            };
        };
    };
    createOfferSolanaPayTransaction: {
        parameters: {
            query: {
                /** @description SHA-256 of the client_secret that the mandate will have, in hex. Make the secret of 32 random bytes, and keep it. */
                client_secret_hash: components["parameters"]["ClientSecretHash"];
                /** @description Default what is sold: a subscription where both are. */
                sellMode?: components["parameters"]["SellMode"];
                /** @description The seller's name for this purchase, kept with the mandate. */
                clientReference?: components["parameters"]["ClientReferenceOfPurchase"];
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
                 *       "account": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
                 *     }
                 */
                "application/json": {
                    /** @description The wallet's own address. */
                    account: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SolanaPayTransaction"];
                };
            };
        };
    };
    getStartedMandate: {
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
            /** @description The mandate's id, or null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedMandate"];
                };
            };
        };
    };
    fundCheckoutTestWallet: {
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
                 *       "address": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                    /** @description Default the floor token. */
                    mint?: components["schemas"]["Address"];
                };
            };
        };
        responses: {
            /** @description The balance after it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
        };
    };
    getWalletChallenge: {
        parameters: {
            query: {
                address: components["schemas"]["Address"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge; valid for 10 minutes, and once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletChallenge"];
                };
            };
        };
    };
    createWalletSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
                 *       "message": "pay.example.com wants you to sign in",
                 *       "signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
                 *     }
                 */
                "application/json": {
                    address: components["schemas"]["Address"];
                    /** @description The challenge exactly as issued. */
                    message: string;
                    signature: components["schemas"]["WalletSignature"];
                };
            };
        };
        responses: {
            /** @description The session, with its token, which goes as Bearer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletSession"];
                };
            };
        };
    };
    deleteCurrentWalletSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session that has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedWalletSession"];
                };
            };
        };
    };
    listWalletMandates: {
        parameters: {
            query?: {
                status?: components["schemas"]["MandateStatus"];
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mandates, active ones first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletMandateList"];
                };
            };
        };
    };
    getWalletCures: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is missing, the soonest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletCures"];
                };
            };
        };
    };
    getWalletMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletMandate"];
                };
            };
        };
    };
    listWalletMandateCharges: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description The nextCursor of the page before this one. An item of another list, mandate, merchant or mode, or one that a filter other than `status` leaves out, is `parameter_invalid`. */
                startingAfter?: components["parameters"]["StartingAfter"];
                /** @description Pages back, from this item's id, towards newer items unless `order` is asc. */
                endingBefore?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletChargeList"];
                };
            };
        };
    };
    cancelWalletMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mandate, and the on-chain revocation to sign where there is something to take back and a chain to ask. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransaction"];
                };
            };
        };
    };
    topUpWalletMandate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Periods to come that are covered; not with maxPeriods. */
                    periods?: number;
                };
            };
        };
        responses: {
            /** @description The mandate, and the approval to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransaction"];
                };
            };
        };
    };
    submitWalletTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mode, where no key and no object decides it. */
                "svc-mode"?: components["parameters"]["Mode"];
            };
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
                    signedTransaction?: components["schemas"]["Base64Transaction"];
                    /** @description Instead of signedTransaction. */
                    signature?: components["schemas"]["Signature"];
                };
            };
        };
        responses: {
            /** @description The mandate in the state that was reached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletMandate"];
                };
            };
        };
    };
}
