// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.

export interface paths {
    "/v1/document-verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List document verifications */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    externalId?: string;
                    integrationId?: string;
                    status?: "PENDING" | "PROCESSING" | "VERIFIED" | "FAILED" | "RECORDED" | "CANCELED";
                    documentConfigSlug?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List document verifications */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentVerificationList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Verify a document */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDocumentVerification"];
                };
            };
            responses: {
                /** @description Verify a document */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentVerification"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-verifications/{verificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a document verification */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    verificationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a document verification */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentVerification"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-verifications/{verificationId}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit the fields and files of a document */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    verificationId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SubmitDocumentVerification"];
                };
            };
            responses: {
                /** @description Submit the fields and files of a document */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentVerification"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-verifications/{verificationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a document verification */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    verificationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Cancel a document verification */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentVerification"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verification-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List verification sessions */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List verification sessions */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationSessionList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Create a verification session */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateVerificationSession"];
                };
            };
            responses: {
                /** @description Create a verification session */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationSession"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verification-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a verification session */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a verification session */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationSession"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file for a document verification */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["UploadFile"];
                };
            };
            responses: {
                /** @description Upload a file for a document verification */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["File"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List document configurations */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List document configurations */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentConfigList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/document-configs/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a document configuration */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    slug: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a document configuration */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentConfig"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verification-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List issuing sources */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List issuing sources */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationSourceList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List integrations */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List integrations */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["IntegrationList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Create an integration */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateIntegration"];
                };
            };
            responses: {
                /** @description Create an integration */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an integration */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get an integration */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Archive an integration, and delete its webhook endpoints; their deliveries can still be read */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Archive an integration, and delete its webhook endpoints; their deliveries can still be read */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Rename an integration */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeIntegration"];
                };
            };
            responses: {
                /** @description Rename an integration */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    integrationId?: string;
                    owner?: "account" | "integration";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List webhook endpoints */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Create a webhook endpoint of an integration or of the account */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpoint"];
                };
            };
            responses: {
                /** @description Create a webhook endpoint of an integration or of the account */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook endpoint */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a webhook endpoint */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a webhook endpoint; its deliveries can still be read */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Delete a webhook endpoint; its deliveries can still be read */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a webhook endpoint; pending retries go to a new URL */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeWebhookEndpoint"];
                };
            };
            responses: {
                /** @description Change a webhook endpoint; pending retries go to a new URL */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold the deliveries of a webhook endpoint */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Hold the deliveries of a webhook endpoint */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release the held deliveries of a webhook endpoint, oldest first, or cancel them */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResumeWebhookEndpoint"];
                };
            };
            responses: {
                /** @description Release the held deliveries of a webhook endpoint, oldest first, or cancel them */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reveal the signing secrets of a webhook endpoint */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Reveal the signing secrets of a webhook endpoint */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SigningSecrets"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/roll-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook endpoint a new signing secret */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RollSecret"];
                };
            };
            responses: {
                /** @description Give a webhook endpoint a new signing secret */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the event types */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List the event types */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventTypeList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    type?: string;
                    subjectId?: string;
                    integrationId?: string;
                    test?: "true" | "false";
                    createdAfter?: string;
                    createdBefore?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List events */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
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
        /** Get an event */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get an event */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Event"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook deliveries */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    endpointId?: string;
                    eventId?: string;
                    eventType?: string;
                    subjectId?: string;
                    status?: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
                    createdAfter?: string;
                    createdBefore?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List webhook deliveries */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow webhook deliveries: an event for each status that one gets */
        get: {
            parameters: {
                query?: {
                    endpointId?: string;
                    eventType?: string;
                    status?: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
                };
                header?: {
                    /** @description The id of the last event that the client has seen. Default: events from now on. */
                    "Last-Event-ID"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Follow webhook deliveries: an event for each status that one gets */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook delivery with its attempts */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a webhook delivery with its attempts */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryWithAttempts"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Attempt a delivery that has succeeded or failed once more */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Attempt a delivery that has succeeded or failed once more */
                202: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the delivery history of a webhook endpoint, also of one that was deleted */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    eventId?: string;
                    eventType?: string;
                    subjectId?: string;
                    status?: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
                    createdAfter?: string;
                    createdBefore?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List the delivery history of a webhook endpoint, also of one that was deleted */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay the failed deliveries of a webhook endpoint */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecoverDeliveries"];
                };
            };
            responses: {
                /** @description Replay the failed deliveries of a webhook endpoint */
                202: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Recovery"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test delivery to a webhook endpoint */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendTestDelivery"];
                };
            };
            responses: {
                /** @description Send a test delivery to a webhook endpoint */
                202: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List candidates */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    email?: string;
                    externalId?: string;
                    status?: "new" | "invited" | "in_progress" | "completed" | "archived";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List candidates */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CandidateList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Create a candidate, which pages may do with a candidate key */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCandidate"];
                };
            };
            responses: {
                /** @description Create a candidate, which pages may do with a candidate key */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Candidate"] | components["schemas"]["CreatedCandidate"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/candidates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a candidate */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a candidate */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Candidate"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Archive a candidate */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Archive a candidate */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Candidate"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a candidate */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateCandidate"];
                };
            };
            responses: {
                /** @description Change a candidate */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Candidate"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    integrationId?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List API keys */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Create an API key, whose secret is shown once */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApiKey"];
                };
            };
            responses: {
                /** @description Create an API key, whose secret is shown once */
                201: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedApiKey"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an API key, without its secret */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get an API key, without its secret */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the label or the allowed origins of an API key */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateApiKey"];
                };
            };
            responses: {
                /** @description Change the label or the allowed origins of an API key */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/v1/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an API key, at once and for good */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description Repeats of a request with the same key get the answer of the first, for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Revoke an API key, at once and for good */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the requests that were made with an API key */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Count the requests that were made with an API key */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyUsage"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requests to this API */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description List the requests to this API */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiRequestList"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a request by the Service-Request-Id of its answer */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get a request by the Service-Request-Id of its answer */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiRequest"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        /** Get the account of the key */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Get the account of the key */
                200: {
                    headers: {
                        "Service-Request-Id"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description A refusal. */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Account: {
            id: string;
            name: string;
            /** @description An IANA name. Days, such as those of expiry, end by it. */
            timeZone: string;
        };
        ApiKey: {
            id: string;
            label: string;
            /** @enum {string} */
            scope: "full_access" | "candidate_create";
            prefix: string;
            last4: string;
            /** @description Null: the key is for the whole tenant. */
            integrationId: string | null;
            allowedOrigins: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        ApiKeyList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ApiKey"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        ApiKeyUsage: {
            totalRequests: number;
            lastUsedAt: string | null;
            /** @description Days of UTC, in order. */
            byDay: {
                /** Format: date */
                date: string;
                requests: number;
                /** @description Those that were answered with 4xx or 5xx. */
                errors: number;
            }[];
            /** @description The most requested first. */
            byRoute: {
                operationId: string;
                requests: number;
                /** @description Those that were answered with 4xx or 5xx. */
                errors: number;
            }[];
        };
        ApiRequest: {
            id: string;
            keyId: string;
            method: string;
            path: string;
            operationId: string;
            status: number;
            code: string | null;
            durationMs: number;
            /** Format: date-time */
            createdAt: string;
        };
        ApiRequestList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ApiRequest"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        Candidate: {
            id: string;
            externalId: string | null;
            firstName: string;
            lastName: string;
            email: string;
            phone: string | null;
            dateOfBirth: string | null;
            ssnLast4: string | null;
            workState: string | null;
            /** @enum {string} */
            status: "new" | "invited" | "in_progress" | "completed" | "archived";
            metadata: components["schemas"]["Metadata"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CandidateList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Candidate"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        /** @description The slug stays. */
        ChangeIntegration: {
            name?: string;
        };
        /** @description What is left out stays, or is the default. */
        ChangeRetryPolicy: {
            maxAttempts?: number;
            /** @enum {string} */
            backoff?: "exponential" | "fixed";
            initialDelaySeconds?: number;
            multiplier?: number;
            /** @description No delay is longer. */
            maxDelaySeconds?: number;
            timeoutSeconds?: number;
        };
        ChangeWebhookEndpoint: {
            url?: string;
            eventTypes?: string[];
            retryPolicy?: components["schemas"]["ChangeRetryPolicy"];
            includeRelated?: boolean;
            description?: string | null;
        };
        CreateApiKey: {
            label: string;
            /** @enum {string} */
            scope: "full_access" | "candidate_create";
            /** @description Default: that of the calling key. With neither, the key is for the whole tenant. */
            integrationId?: string;
            /**
             * @description The origins whose pages may create candidates with the key.
             * @default []
             */
            allowedOrigins?: string[];
        };
        CreateCandidate: {
            firstName: string;
            lastName: string;
            /**
             * Format: email
             * @example maria.ortiz@example.com
             */
            email: string;
            /** @description The caller's own reference. */
            externalId?: string;
            /** @example +1 415 555 0100 */
            phone?: string;
            /**
             * Format: date
             * @example 1990-02-28
             */
            dateOfBirth?: string;
            /** @example 6789 */
            ssnLast4?: string;
            workState?: components["schemas"]["StateCode"];
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        CreatedApiKey: {
            id: string;
            label: string;
            /** @enum {string} */
            scope: "full_access" | "candidate_create";
            prefix: string;
            last4: string;
            /** @description Null: the key is for the whole tenant. */
            integrationId: string | null;
            allowedOrigins: string[];
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
            /** @description The secret. It is shown once. */
            key: string;
        };
        CreatedCandidate: {
            id: string;
            /** @enum {string} */
            status: "new" | "invited" | "in_progress" | "completed" | "archived";
            /** Format: date-time */
            createdAt: string;
        };
        CreateDocumentVerification: {
            documentConfigSlug: string;
            state: components["schemas"]["StateCode"];
            /** @description Default: the integration of the key. */
            integrationId?: string;
            /** @description Default: the verificationId. */
            externalId?: string;
            /** @description Default: a new session. */
            sessionId?: string;
            /** @default {} */
            formData?: components["schemas"]["FormData"];
            /** @default [] */
            fileIds?: string[];
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        CreateIntegration: {
            name: string;
        };
        CreateVerificationSession: {
            /** @description Default: the integration of the key. */
            integrationId?: string;
            /** @description Default: the id of the session. */
            reference?: string;
            /**
             * @description The documents that can be submitted in it. Default: all.
             * @default []
             */
            documentConfigSlugs?: string[];
        };
        CreateWebhookEndpoint: {
            url: string;
            /**
             * @description For an endpoint of the account, in place of `integrationId`.
             * @constant
             */
            owner?: "account";
            /** @description Default: the integration of the key. */
            integrationId?: string;
            /** @description Default: all document verification events; none for the account. */
            eventTypes?: string[];
            retryPolicy?: components["schemas"]["ChangeRetryPolicy"];
            /** @default false */
            includeRelated?: boolean;
            description?: string | null;
        };
        DeletedWebhookEndpoint: {
            id: string;
            /** @constant */
            deleted: true;
        };
        DocumentConfig: {
            slug: string;
            name: string;
            checkTypeSlug: string;
            /** @description Two-letter codes, or `*` for all. */
            states: string[];
            fields: {
                key: string;
                /** @enum {string} */
                type: "string" | "date";
                required: boolean;
                pattern?: string;
            }[];
            requiresFiles: boolean;
            /** @description Null: the document is recorded, not verified. */
            sourceSlug: string | null;
            /** @description The field whose magic values choose the outcome. */
            magicField: string;
        };
        DocumentConfigList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["DocumentConfig"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        DocumentVerification: {
            verificationId: string;
            externalId: string;
            integrationId: string;
            sessionId: string;
            sessionReference: string;
            documentConfigSlug: string;
            checkTypeSlug: string;
            state: string;
            /** @enum {string} */
            status: "PENDING" | "PROCESSING" | "VERIFIED" | "FAILED" | "RECORDED" | "CANCELED";
            verified: boolean;
            formData: components["schemas"]["FormData"];
            verificationFileUploads: string[];
            errorMessage: string | null;
            attemptCount: number;
            metadata: components["schemas"]["Metadata"];
            /** Format: date-time */
            createdAt: string;
            completedAt: string | null;
        };
        DocumentVerificationEvent: {
            id: string;
            type: string;
            /** Format: date-time */
            created: string;
            data: components["schemas"]["DocumentVerification"];
            /** @description As they were at the time of the event. Only with `includeRelated`. */
            related?: {
                integration: components["schemas"]["Integration"];
                documentConfig: components["schemas"]["DocumentConfig"];
            };
        };
        DocumentVerificationList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["DocumentVerification"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        Event: {
            id: string;
            type: string;
            /** Format: date-time */
            created: string;
            integrationId: string | null;
            /** @description Sent by hand: its object does not exist. */
            test: boolean;
            data: {
                [key: string]: unknown;
            };
            /** @description What endpoints with `includeRelated` get. Null: there was no such endpoint. */
            related: {
                [key: string]: unknown;
            } | null;
        };
        EventList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Event"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        EventType: {
            type: string;
            /** @enum {string} */
            availability: "emitted" | "coming_soon";
            /** @enum {string} */
            scope: "integration" | "account";
            meaning: string;
        };
        EventTypeList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["EventType"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        File: {
            id: string;
            /** @enum {string} */
            contentType: "application/pdf" | "image/png" | "image/jpeg";
            size: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The keys depend on the document configuration. */
        FormData: {
            [key: string]: unknown;
        };
        Integration: {
            id: string;
            name: string;
            slug: string;
            /** @enum {string} */
            status: "active" | "archived";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        IntegrationList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Integration"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        /** @description At most 50 keys of 40 characters; values of 500. */
        Metadata: {
            [key: string]: unknown;
        };
        /** @description A refusal (RFC 9457). */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "malformed_json" | "malformed_multipart" | "parameter_unknown" | "parameter_invalid" | "cursor_invalid" | "idempotency_key_invalid" | "api_key_missing" | "api_key_invalid" | "api_key_revoked" | "control_token_invalid" | "scope_insufficient" | "origin_not_allowed" | "controls_disabled" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "state_conflict" | "roll_in_progress" | "endpoint_paused" | "clock_held" | "idempotency_in_progress" | "payload_too_large" | "content_type_unsupported" | "validation_failed" | "idempotency_key_reused" | "event_type_not_available" | "event_type_scope_mismatch" | "url_not_allowed" | "unsupported_state" | "rate_limited" | "internal_error";
            detail: string;
            requestId: string;
            currentStatus?: string;
            errors?: {
                param: string;
                code: string;
                message: string;
            }[];
        };
        RecoverDeliveries: {
            /**
             * Format: date-time
             * @description Deliveries created at this time or later.
             */
            since: string;
            /**
             * Format: date-time
             * @description Deliveries created at this time or earlier. Default: now.
             */
            until?: string;
        };
        Recovery: {
            endpointId: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            /** @description The failed deliveries that will be replayed, oldest first. */
            found: number;
        };
        ResumeWebhookEndpoint: {
            /**
             * @description Cancels the held deliveries.
             * @default false
             */
            discard?: boolean;
        };
        RetryPolicy: {
            maxAttempts: number;
            /** @enum {string} */
            backoff: "exponential" | "fixed";
            initialDelaySeconds: number;
            multiplier: number;
            /** @description No delay is longer. */
            maxDelaySeconds: number;
            timeoutSeconds: number;
        };
        RollSecret: {
            /**
             * @description How long deliveries are signed with the former secret too.
             * @default 86400
             */
            overlapSeconds?: number;
            /**
             * @description Rolls during an overlap as well. The oldest secret ends at once.
             * @default false
             */
            force?: boolean;
        };
        SendTestDelivery: {
            /** @description See `GET /v1/event-types`. */
            eventType: string;
        };
        SigningSecrets: {
            secret: string;
            previousSecret: string | null;
            previousSecretExpiresAt: string | null;
        };
        /**
         * @example CA
         * @example NY
         * @example PR
         */
        StateCode: string;
        SubmitDocumentVerification: {
            /**
             * @description Added to the fields that are there.
             * @default {}
             */
            formData?: components["schemas"]["FormData"];
            /**
             * @description Added to the files that are there.
             * @default []
             */
            fileIds?: string[];
        };
        UpdateApiKey: {
            label?: string;
            /** @description The origins whose pages may create candidates with the key. */
            allowedOrigins?: string[];
        };
        /** @description Null removes an optional field. */
        UpdateCandidate: {
            firstName?: string;
            lastName?: string;
            /**
             * Format: email
             * @example maria.ortiz@example.com
             */
            email?: string;
            externalId?: string | null;
            phone?: string | null;
            dateOfBirth?: string | null;
            ssnLast4?: string | null;
            workState?: components["schemas"]["StateCode"] | null;
            metadata?: components["schemas"]["Metadata"];
        };
        UploadFile: {
            /**
             * Format: binary
             * @description A PDF, PNG or JPEG of at most 10 MiB.
             */
            file: Blob;
        };
        VerificationSession: {
            id: string;
            integrationId: string;
            reference: string;
            documentConfigSlugs: string[];
            /** @enum {string} */
            status: "open" | "expired";
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
        };
        VerificationSessionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["VerificationSession"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        VerificationSource: {
            slug: string;
            name: string;
            jurisdiction: string;
            /** @enum {string} */
            availability: "available" | "degraded" | "down";
        };
        VerificationSourceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["VerificationSource"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        WebhookAttempt: {
            id: string;
            number: number;
            /** @enum {string} */
            trigger: "scheduled" | "manual" | "test" | "fault";
            /** @enum {string} */
            state: "started" | "succeeded" | "failed" | "interrupted";
            url: string;
            requestHeaders: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Wall time, as in the signature.
             */
            signedAt: string;
            /**
             * Format: date-time
             * @description Virtual time.
             */
            startedAt: string;
            /** @description The kind of fault that was injected. */
            fault: string | null;
            durationMs: number | null;
            responseStatus: number | null;
            responseHeaders: {
                [key: string]: string;
            } | null;
            /** @description At most 64 KiB. */
            responseBody: string | null;
            /** @description Why the attempt failed, in one sentence. */
            error: {
                code: string;
                message: string;
            } | null;
        };
        WebhookDelivery: {
            id: string;
            eventId: string;
            eventType: string;
            endpointId: string;
            /** @enum {string} */
            status: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
            /** @description Of a test event. */
            test: boolean;
            /** @description Its body has `related`. */
            includesRelated: boolean;
            /** @description Replays and interrupted attempts included. */
            attemptCount: number;
            /** @description Of a retry or a replay. */
            nextAttemptAt: string | null;
            /** @description The first success. */
            succeededAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDeliveryList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        WebhookDeliveryWithAttempts: {
            id: string;
            eventId: string;
            eventType: string;
            endpointId: string;
            /** @enum {string} */
            status: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
            /** @description Of a test event. */
            test: boolean;
            /** @description Its body has `related`. */
            includesRelated: boolean;
            /** @description Replays and interrupted attempts included. */
            attemptCount: number;
            /** @description Of a retry or a replay. */
            nextAttemptAt: string | null;
            /** @description The first success. */
            succeededAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The body of every attempt that no fault has changed, byte for byte. */
            requestBody: string;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            /** @description The former addresses, oldest first. */
            urlHistory: {
                url: string;
                /** Format: date-time */
                until: string;
            }[];
            owner: {
                /** @enum {string} */
                type: "account" | "integration";
                id: string;
            };
            eventTypes: string[];
            retryPolicy: components["schemas"]["RetryPolicy"];
            paused: boolean;
            includeRelated: boolean;
            description: string | null;
            /** @description The last four characters of the signing secret. */
            secretHint: string;
            /** @description Until then, deliveries are signed with the previous secret too. */
            previousSecretExpiresAt: string | null;
            health: {
                /**
                 * @description `failing` from 20 failed attempts in a row; `unknown` before the first attempt.
                 * @enum {string}
                 */
                status: "healthy" | "failing" | "unknown";
                failuresInARow: number;
                lastSuccessAt: string | null;
                lastFailureAt: string | null;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookEndpointList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookEndpoint"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            /** @description The former addresses, oldest first. */
            urlHistory: {
                url: string;
                /** Format: date-time */
                until: string;
            }[];
            owner: {
                /** @enum {string} */
                type: "account" | "integration";
                id: string;
            };
            eventTypes: string[];
            retryPolicy: components["schemas"]["RetryPolicy"];
            paused: boolean;
            includeRelated: boolean;
            description: string | null;
            /** @description The last four characters of the signing secret. */
            secretHint: string;
            /** @description Until then, deliveries are signed with the previous secret too. */
            previousSecretExpiresAt: string | null;
            health: {
                /**
                 * @description `failing` from 20 failed attempts in a row; `unknown` before the first attempt.
                 * @enum {string}
                 */
                status: "healthy" | "failing" | "unknown";
                failuresInARow: number;
                lastSuccessAt: string | null;
                lastFailureAt: string | null;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
