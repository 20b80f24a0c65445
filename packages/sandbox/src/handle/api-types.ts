// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.

export interface paths {
    "/v1/document-verifications": {
        /** List document verifications */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    externalId?: string;
                    integrationId?: string;
                    candidateId?: string;
                    status?: "PENDING" | "PROCESSING" | "VERIFIED" | "FAILED" | "RECORDED" | "CANCELED";
                    documentConfigSlug?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                    include?: "candidate" | "waitsFor" | "candidate,waitsFor";
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ShownDocumentVerificationList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a document verification */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDocumentVerification"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["ShownDocumentVerification"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/document-verifications/{verificationId}": {
        /** Get a document verification */
        get: {
            parameters: {
                query?: {
                    include?: "candidate" | "waitsFor" | "candidate,waitsFor";
                };
                path: {
                    verificationId: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ShownDocumentVerification"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/document-verifications/{verificationId}/submit": {
        /** Submit the fields and files of a document verification */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    verificationId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SubmitDocumentVerification"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ShownDocumentVerification"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/document-verifications/{verificationId}/cancel": {
        /** Cancel a document verification */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    verificationId: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ShownDocumentVerification"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/verification-sessions": {
        /** List verification sessions */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["VerificationSessionList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a verification session */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateVerificationSession"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["VerificationSession"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/verification-sessions/{id}": {
        /** Get a verification session */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["VerificationSession"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/files": {
        /** Upload a file for a document verification */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["UploadFile"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["UploadedFile"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/document-configs": {
        /** List document configurations */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    custom?: "true" | "false";
                    checkTypeSlug?: string;
                    sourceSlug?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ListedDocumentConfigList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a document configuration */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDocumentConfig"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["ListedDocumentConfig"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/document-configs/{slug}": {
        /** Get a document configuration */
        get: {
            parameters: {
                query?: never;
                path: {
                    slug: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ListedDocumentConfig"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update a document configuration that you created */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    slug: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeDocumentConfig"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ListedDocumentConfig"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/verification-sources": {
        /** List issuing sources */
        get: {
            parameters: {
                query?: never;
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["VerificationSourceList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/integrations": {
        /** List integrations */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    status?: "active" | "archived";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["IntegrationList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create an integration */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateIntegration"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/integrations/{id}": {
        /** Get an integration */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Archive an integration and delete its webhook endpoints; their deliveries stay readable */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Rename an integration */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeIntegration"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints": {
        /** List webhook endpoints */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    integrationId?: string;
                    owner?: "account" | "integration";
                    createdAfter?: string;
                    createdBefore?: string;
                    q?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a webhook endpoint for an integration or the account */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpoint"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}": {
        /** Get a webhook endpoint */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Delete a webhook endpoint; its deliveries stay readable */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update a webhook endpoint; pending retries use its new URL */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeWebhookEndpoint"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/pause": {
        /** Pause a webhook endpoint and hold its deliveries */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/resume": {
        /** Resume a webhook endpoint and release its held deliveries, oldest first, or cancel them */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResumeWebhookEndpoint"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpoint"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/secret": {
        /** Get the signing secrets of a webhook endpoint */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["SigningSecrets"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/roll-secret": {
        /** Roll the signing secret of a webhook endpoint */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RollSecret"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/event-types": {
        /** List event types */
        get: {
            parameters: {
                query?: never;
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["EventTypeList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/events": {
        /** List events */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    type?: string;
                    subjectId?: string;
                    externalId?: string;
                    requestId?: string;
                    integrationId?: string;
                    test?: "true" | "false";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["EventList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/events/{id}": {
        /** Get an event */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Event"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries": {
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
                    externalId?: string;
                    status?: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
                    cause?: "address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries/stream": {
        /** Stream webhook deliveries: one event for each change of status */
        get: {
            parameters: {
                query?: {
                    endpointId?: string;
                    eventType?: string;
                    status?: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
                    positions?: "true" | "false";
                    listenId?: string;
                };
                header?: {
                    /** @description The id of the last event that the client received. Default: only new events. */
                    "Last-Event-ID"?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries/statistics": {
        /** Count webhook deliveries by status and time, by default for the last 24 hours */
        get: {
            parameters: {
                query?: {
                    endpointId?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryStatistics"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries/counts": {
        /** Count webhook deliveries by status */
        get: {
            parameters: {
                query?: {
                    endpointId?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryCounts"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries/failures": {
        /** Group undelivered webhook deliveries by endpoint and cause */
        get: {
            parameters: {
                query?: {
                    endpointId?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryFailures"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries/{id}": {
        /** Get a webhook delivery with its attempts */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryWithAttempts"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-deliveries/{id}/replay": {
        /** Replay a webhook delivery that has succeeded or failed */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                202: {
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        /** List the delivery history of a webhook endpoint, even a deleted one */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    eventId?: string;
                    eventType?: string;
                    subjectId?: string;
                    externalId?: string;
                    status?: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
                    cause?: "address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed";
                    createdAfter?: string;
                    createdBefore?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/statistics": {
        /** Get the statistics of a webhook endpoint, even a deleted one, for the last 24 hours, 7 days and 30 days */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["WebhookEndpointStatistics"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/recover": {
        /** Replay the failed deliveries of a webhook endpoint, or deliver the events it missed */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecoverDeliveries"];
                };
            };
            responses: {
                202: {
                    content: {
                        "application/json": components["schemas"]["Recovery"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/webhook-endpoints/{id}/test": {
        /** Send a test delivery to a webhook endpoint */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendTestDelivery"];
                };
            };
            responses: {
                202: {
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/candidates": {
        /** List candidates */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    email?: string;
                    externalId?: string;
                    status?: "new" | "invited" | "in_progress" | "completed" | "archived";
                    roleId?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                    q?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["CandidateList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a candidate, also from a web page with a candidate key */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCandidate"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Candidate"] | components["schemas"]["CreatedCandidate"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/candidates/{id}": {
        /** Get a candidate */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Candidate"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Archive a candidate without an open report and cancel their open invitations */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Candidate"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update a candidate */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateCandidate"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Candidate"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/invitations": {
        /** List invitations */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    candidateId?: string;
                    status?: "pending" | "opened" | "completed" | "expired" | "canceled";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["InvitationList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Invite a candidate to the hosted intake of a role */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateInvitation"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/invitations/{id}": {
        /** Get an invitation */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/invitations/{id}/resend": {
        /** Resend the email of an invitation with the same link and expiry */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/invitations/{id}/cancel": {
        /** Cancel an invitation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/onboardings": {
        /** List onboardings with their checklists */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    candidateId?: string;
                    roleId?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["OnboardingList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Onboard a candidate for a role */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateOnboarding"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Onboarding"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/onboardings/{id}": {
        /** Get an onboarding with its checklist */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Onboarding"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/reports": {
        /** List reports */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    candidateId?: string;
                    packageId?: string;
                    status?: "pending" | "in_progress" | "suspended" | "complete" | "disputed" | "canceled";
                    result?: "clear" | "consider";
                    adjudication?: "engaged" | "pre_adverse_action" | "post_adverse_action";
                    workState?: components["schemas"]["StateCode"];
                    createdAfter?: string;
                    createdBefore?: string;
                    include?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ReportList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a report: order the checks of a package for a candidate */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateReport"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/reports/{id}": {
        /** Get a report */
        get: {
            parameters: {
                query?: {
                    include?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/reports/{id}/cancel": {
        /** Cancel a report */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/reports/{id}/information": {
        /** Supply the candidate information that a report waits for */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReportInformation"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/reports/{id}/adjudicate": {
        /** Adjudicate a report: engage the candidate or start an adverse action */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AdjudicateReport"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Report"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions": {
        /** List adverse actions */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    reportId?: string;
                    candidateId?: string;
                    stage?: "pre-notice" | "dispute" | "final-notice";
                    status?: "open" | "completed" | "canceled";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseActionList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions/{id}": {
        /** Get an adverse action */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseAction"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions/{id}/dispute": {
        /** File a dispute for the candidate and stop the waiting period */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DisputeAdverseAction"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseAction"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions/{id}/resolve-dispute": {
        /** Resolve the dispute of an adverse action */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResolveDispute"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseAction"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions/{id}/final-notice": {
        /** Send the final notice after the waiting period */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseAction"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions/{id}/reschedule": {
        /** Schedule the final notice */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RescheduleFinalNotice"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseAction"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/adverse-actions/{id}/cancel": {
        /** Cancel an adverse action so that its report can be adjudicated again */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AdverseAction"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/bulk-imports": {
        /** List bulk imports */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    status?: "validating" | "validated" | "committing" | "committed" | "rejected";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkImportList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Upload a roster CSV and validate its rows */
        post: {
            parameters: {
                query?: {
                    roleId?: string;
                    fileName?: string;
                };
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["UploadRoster"];
                    "text/csv": string;
                };
            };
            responses: {
                202: {
                    content: {
                        "application/json": components["schemas"]["BulkImport"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/bulk-imports/{id}": {
        /** Get a bulk import */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["BulkImport"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/bulk-imports/{id}/rows": {
        /** List the rows of a bulk import in file order */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    status?: "valid" | "pending" | "missing";
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ImportRowList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/bulk-imports/{id}/rows.csv": {
        /** Export the rows of a bulk import and their issues as CSV */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "text/csv": string;
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/bulk-imports/{id}/commit": {
        /** Commit a bulk import: create candidates and onboardings from its valid and pending rows */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                202: {
                    content: {
                        "application/json": components["schemas"]["BulkImport"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/roles/{id}/roster-template.csv": {
        /** Get the roster CSV template of a role */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "text/csv": string;
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/check-types": {
        /** List check types */
        get: {
            parameters: {
                query?: never;
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["CheckTypeList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/check-types/{slug}": {
        /** Get a check type */
        get: {
            parameters: {
                query?: never;
                path: {
                    slug: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["CheckType"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/packages": {
        /** List packages with their current prices */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    archived?: "true" | "false";
                    createdAfter?: string;
                    createdBefore?: string;
                    q?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["PackageList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a package from any combination of check types */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreatePackage"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Package"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/packages/{id}": {
        /** Get a package with its current price */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Package"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Archive a package that no active role orders; its reports continue */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Package"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update a package; existing reports do not change */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangePackage"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Package"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/roles": {
        /** List roles */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    archived?: "true" | "false";
                    createdAfter?: string;
                    createdBefore?: string;
                    q?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["RoleList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a role with its required credentials and checks */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateRole"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Role"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/roles/{id}": {
        /** Get a role */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Role"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Archive a role; its invitations and onboardings continue */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Role"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update a role */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeRole"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Role"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/api-keys": {
        /** List API keys */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    integrationId?: string;
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiKeyList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create an API key; its secret is shown once */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApiKey"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["CreatedApiKey"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/api-keys/{id}": {
        /** Get an API key, without its secret */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update the label or the allowed origins of an API key */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateApiKey"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/api-keys/{id}/revoke": {
        /** Revoke an API key immediately and permanently */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/api-keys/{id}/usage": {
        /** Get the usage of an API key */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiKeyUsage"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/api-requests": {
        /** List API requests */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    status?: "2xx" | "4xx" | "5xx";
                    method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                    path?: string;
                    keyId?: string;
                    objectId?: string;
                    includeDashboard?: "true" | "false";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiRequestList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/api-requests/{id}": {
        /** Get an API request by its Service-Request-Id */
        get: {
            parameters: {
                query?: never;
                path: {
                    id: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiRequestWithBody"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/account": {
        /** Get the account or tenant of the key */
        get: {
            parameters: {
                query?: never;
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update the account or tenant of the key */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeAccount"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/tenants": {
        /** List the tenants of the partner */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    status?: "active" | "suspended" | "closed";
                    createdAfter?: string;
                    createdBefore?: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["TenantList"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Create a tenant and its API key, which is shown once */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProvisionTenant"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["ProvisionedTenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/tenants/{tenantId}": {
        /** Get a tenant */
        get: {
            parameters: {
                query?: never;
                path: {
                    tenantId: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Update a tenant */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    tenantId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeTenant"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/tenants/{tenantId}/pricing": {
        /** Replace all prices of a tenant for new reports */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    tenantId: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/tenants/{tenantId}/suspend": {
        /** Suspend a tenant: its keys are refused and its deliveries continue */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    tenantId: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/tenants/{tenantId}/reactivate": {
        /** Reactivate a suspended tenant */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    tenantId: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/tenants/{tenantId}/close": {
        /** Close a tenant permanently and revoke its keys */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    tenantId: string;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tenant"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
    "/v1/partner/price-book": {
        /** Get the prices of the partner for all its tenants */
        get: {
            parameters: {
                query?: never;
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Pricing"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
        /** Replace all prices of the partner for new reports of its tenants */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description For 24 hours, a repeated request with the same key gets the answer of the first one. */
                    "Idempotency-Key"?: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Pricing"];
                    };
                };
                default: components["responses"]["Refusal"];
            };
        };
    };
}
export interface components {
    schemas: {
        Account: {
            id: string;
            /** @description The name that hosted pages show. */
            name: string;
            slug: string;
            /** @enum {string} */
            status: "active" | "suspended" | "closed";
            /** @description Whether the account can provision tenants. */
            partner: boolean;
            adminEmail: string;
            /** @description An IANA name. Days, such as those of expiry, end by it. */
            timeZone: string;
            /** @description The color of hosted pages. `null`: the color of the service. */
            brandColor: string | null;
            /** @description The integration that is used if a request names none: the integration of the key, or the oldest active one. `null` if none is active. */
            defaultIntegrationId: string | null;
        };
        /** @description An adverse action needs at least one record or check. A decision to engage takes no records, checks or waiting period. */
        AdjudicateReport: {
            /** @enum {string} */
            decision: "engage" | "adverse_action";
            /** @description The records that an adverse action is based on. */
            recordIds?: string[];
            /** @description The checks without records that an adverse action is based on: `consider` or `unable_to_verify`. */
            checkIds?: string[];
            /** @description Calendar days from the pre-notice to the final notice. Default 7. */
            waitingPeriodDays?: number;
            /** @description A note for the readers of the report. */
            note?: string;
        };
        AdverseAction: {
            id: string;
            reportId: string;
            candidateId: string;
            /** @enum {string} */
            stage: "pre-notice" | "dispute" | "final-notice";
            /** @enum {string} */
            status: "open" | "completed" | "canceled";
            /**
             * @description The stage, the status and whether a dispute is resolved, in one value.
             * @enum {string}
             */
            phase: "pre-notice" | "dispute-open" | "dispute-resolved" | "completed" | "canceled";
            /** @description The records that it is based on, without records that a dispute deleted. */
            recordIds: string[];
            /** @description The checks without records that it is based on. */
            checkIds: string[];
            /** @description Calendar days, and at least five business days. */
            waitingPeriodDays: number;
            /** Format: date-time */
            preNoticeSentAt: string;
            /** @description `null` while a dispute is unresolved. */
            finalNoticeEligibleAt: string | null;
            /** @description When the service sends it. `null` if the service waits for a caller to send it, or never sends it. */
            finalNoticeScheduledAt: string | null;
            finalNoticeSentAt: string | null;
            dispute: components["schemas"]["Dispute"] | null;
            /**
             * Format: uri
             * @description The hosted page on which the candidate can dispute.
             */
            disputeUrl: string;
            canceledAt: string | null;
            /** @description Its history, oldest first. */
            history: {
                /** Format: date-time */
                at: string;
                action: string;
                /** @enum {string} */
                by: "caller" | "candidate" | "service";
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AdverseActionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["AdverseAction"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        ApiKey: {
            id: string;
            label: string;
            /** @enum {string} */
            scope: "full_access" | "candidate_create";
            prefix: string;
            last4: string;
            tenantId: string;
            /** @description `null` if the key is for the whole tenant. */
            integrationId: string | null;
            allowedOrigins: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Using the key does not change it.
             */
            updatedAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
            /** @description All requests with the key. See `GET …/usage` for the details. */
            usage: {
                requests: number;
                /** @description Requests that were answered with a 4xx or 5xx status. */
                errors: number;
            };
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
            /** @description The last 400 days (UTC) with requests, oldest first. */
            byDay: {
                /** Format: date */
                date: string;
                requests: number;
                /** @description Requests that were answered with a 4xx or 5xx status. */
                errors: number;
            }[];
            /** @description The most requested operations first. */
            byRoute: {
                operationId: string;
                requests: number;
                /** @description Requests that were answered with a 4xx or 5xx status. */
                errors: number;
            }[];
        };
        ApiRequest: {
            id: string;
            /** @description `dashboard` if the request came from the dashboard. */
            keyId: string;
            method: string;
            path: string;
            operationId: string;
            status: number;
            code: string | null;
            /** @description The object that the request created or changed. `null` if there is none. */
            objectId: string | null;
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
        ApiRequestWithBody: {
            id: string;
            /** @description `dashboard` if the request came from the dashboard. */
            keyId: string;
            method: string;
            path: string;
            operationId: string;
            status: number;
            code: string | null;
            /** @description The object that the request created or changed. `null` if there is none. */
            objectId: string | null;
            durationMs: number;
            /** Format: date-time */
            createdAt: string;
            /** @description The body of a request that was refused with a 4xx status: JSON of at most 4 KiB. `[redacted]` replaces full Social Security numbers, keys, tokens, the secret parts of links, and fields that the schema of the request marks with `x-sensitive` or does not have. */
            requestBody: string | null;
            /** @description Why a refused request that had a body has no `requestBody`. `not_kept`: the service has a password or is on PostgreSQL, and was started without `--log-bodies`. */
            requestBodyOmitted: ("not_read" | "not_json" | "too_long" | "not_kept") | null;
            /** @description The problem document in the answer to a refused request, redacted in the same way. */
            problem: components["schemas"]["Problem"] | null;
            /** @description The events that the request led to, oldest first. `GET /v1/events` with `requestId` lists all of them. */
            eventIds: string[];
        };
        AttemptCause: {
            /** @enum {string} */
            code: "acknowledged" | "address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed";
            /** @description One sentence. */
            message: string;
            /** @description The host of the URL of the attempt. */
            host: string | null;
            port: number | null;
            /** @description The HTTP status of the answer. */
            status: number | null;
            /** @description The absolute URL of a redirect, as the receiver sent it. */
            location: string | null;
            /** @description `Retry-After` of the answer, in seconds. */
            retryAfterSeconds: number | null;
            /** @description The kind of the injected fault. */
            fault: string | null;
        };
        AttemptDiagnosis: {
            verdict: components["schemas"]["SignatureVerdict"];
            cause: components["schemas"]["AttemptCause"];
            /** @description The next step. `null` if there is nothing to do. */
            next: components["schemas"]["NextStep"] | null;
        };
        BulkImport: {
            id: string;
            fileName: string;
            /** @description The role of all rows. `null` if each row names its role. */
            roleId: string | null;
            /** @enum {string} */
            status: "validating" | "validated" | "committing" | "committed" | "rejected";
            /** @description The rows of the file. `counts` has the rows that have a status. */
            rowCount: number;
            counts: {
                valid: number;
                pending: number;
                missing: number;
            };
            fileIssues: components["schemas"]["FileIssue"][];
            committedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        BulkImportList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["BulkImport"][];
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
            /** @description The role of the last invitation or onboarding of the candidate. */
            roleId: string | null;
            /** @enum {string} */
            status: "new" | "invited" | "in_progress" | "completed" | "archived";
            /** @description When the candidate completed the intake. */
            submittedAt: string | null;
            /** @description Who says that the candidate authorized checks. `hosted`: the candidate. `caller`: the caller. `assumed`: nobody. */
            authorization: {
                /** @enum {string} */
                source: "hosted" | "caller" | "assumed";
                /** Format: date-time */
                at: string;
            } | null;
            metadata: components["schemas"]["Metadata"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CandidateEvent: {
            id: string;
            type: string;
            /** Format: date-time */
            created: string;
            data: components["schemas"]["Candidate"];
            related?: Record<string, never>;
        };
        CandidateList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Candidate"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        /** @description The slug does not change. `null` removes the color. */
        ChangeAccount: {
            name?: string;
            /**
             * Format: email
             * @description The email address of the administrator.
             * @example admin@facility.example
             */
            adminEmail?: string;
            /**
             * @description An IANA name. Days, such as those of expiry, end by it.
             * @example America/New_York
             * @example America/Los_Angeles
             * @example Pacific/Honolulu
             */
            timeZone?: string;
            brandColor?: string | null;
        };
        /** @description The slug does not change. New fields replace all existing ones. Verifications that wait for a submission continue with the new fields. */
        ChangeDocumentConfig: {
            name?: string;
            /** @description The check type that its documents belong to. */
            checkTypeSlug?: string;
            /** @description The states that issue it, or `*` for all. */
            states?: ("*" | components["schemas"]["StateCode"])[];
            fields?: components["schemas"]["NewDocumentField"][];
            requiresFiles?: boolean;
            /** @description The slug of an issuing source. `null`: the document is recorded, not verified. */
            sourceSlug?: string | null;
            /** @description The key of the field whose magic values choose the outcome. Default: the first field. */
            magicField?: string;
        };
        /** @description The slug does not change. */
        ChangeIntegration: {
            name?: string;
        };
        /** @description The slug and existing reports do not change. */
        ChangePackage: {
            name?: string;
            /**
             * @description Each check at most once.
             * @example [
             *       "ssn-trace",
             *       "national-criminal"
             *     ]
             */
            checkTypeSlugs?: string[];
            /** @description `null`: the sum of its checks. */
            priceCents?: number | null;
        };
        /** @description Omitted fields keep their value, or get the default in a new endpoint. */
        ChangeRetryPolicy: {
            maxAttempts?: number;
            /** @enum {string} */
            backoff?: "exponential" | "fixed";
            initialDelaySeconds?: number;
            multiplier?: number;
            /** @description The longest delay. */
            maxDelaySeconds?: number;
            timeoutSeconds?: number;
            /** @description The largest part of each delay that is randomly taken away. 0: none. */
            jitter?: number;
        };
        /** @description The slug does not change. New requirements replace all existing ones. `null` removes the package. */
        ChangeRole: {
            name?: string;
            /** @description The same check or document can be listed again for other states. */
            requirements?: components["schemas"]["NewRoleRequirement"][];
            packageId?: string | null;
        };
        /** @description The slug does not change. `null` removes the color. */
        ChangeTenant: {
            facilityName?: string;
            /**
             * Format: email
             * @description The email address of the administrator.
             * @example admin@facility.example
             */
            adminEmail?: string;
            /**
             * @description An IANA name. Days, such as those of expiry, end by it.
             * @example America/New_York
             * @example America/Los_Angeles
             * @example Pacific/Honolulu
             */
            timeZone?: string;
            brandColor?: string | null;
        };
        ChangeWebhookEndpoint: {
            url?: string;
            eventTypes?: string[];
            retryPolicy?: components["schemas"]["ChangeRetryPolicy"];
            includeRelated?: boolean;
            description?: string | null;
        };
        Check: {
            id: string;
            checkTypeSlug: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "clear" | "consider" | "unable_to_verify" | "canceled";
            /** @description `null` if the check has not ended or was canceled. */
            result: ("clear" | "consider" | "unable_to_verify") | null;
            records: components["schemas"]["CheckRecord"][];
            /** @description The fields of the candidate that the check waits for. */
            missingInformation: ("dateOfBirth" | "ssnLast4" | "phone" | "workState")[];
            startedAt: string | null;
            /** @description When the check ended. */
            completedAt: string | null;
        };
        ChecklistItem: {
            /** @enum {string} */
            kind: "check" | "document";
            /** @description The slug of the check type or the document configuration. */
            slug: string;
            required: boolean;
            /** @enum {string} */
            state: "missing" | "pending" | "satisfied" | "failed" | "expired";
            /** @description The report or document verification that the state comes from. */
            sourceId: string | null;
            /** @description When the result that satisfies it expires or expired. */
            expiresAt: string | null;
        };
        CheckRecord: {
            id: string;
            summary: string;
            /** @enum {string} */
            severity: "low" | "medium" | "high";
            jurisdiction: string;
            disputed: boolean;
        };
        CheckType: {
            slug: string;
            name: string;
            /** @enum {string} */
            category: "identity" | "criminal" | "registry" | "driving" | "employment" | "education" | "license" | "health";
            /** @description The price without the prices of a partner. */
            listPriceCents: number;
            /** @constant */
            currency: "USD";
            typicalDurationSeconds: number;
            /** @description The fields of the candidate that the check needs to start. */
            requires: ("dateOfBirth" | "ssnLast4" | "phone" | "workState")[];
            /** @description The documents that it covers. */
            documentConfigSlugs: string[];
        };
        CheckTypeList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["CheckType"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        CreateApiKey: {
            label: string;
            /** @enum {string} */
            scope: "full_access" | "candidate_create";
            /** @description Default: the integration of the calling key. Without one, the key is for the whole tenant. */
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
            /**
             * Format: date-time
             * @description When the candidate authorized checks, according to the caller. The service does not verify it.
             */
            authorizedAt?: string;
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
            tenantId: string;
            /** @description `null` if the key is for the whole tenant. */
            integrationId: string | null;
            allowedOrigins: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Using the key does not change it.
             */
            updatedAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
            /** @description All requests with the key. See `GET …/usage` for the details. */
            usage: {
                requests: number;
                /** @description Requests that were answered with a 4xx or 5xx status. */
                errors: number;
            };
            /** @description The key itself. It is shown only once. */
            key: string;
        };
        CreatedCandidate: {
            id: string;
            /** @enum {string} */
            status: "new" | "invited" | "in_progress" | "completed" | "archived";
            /** Format: date-time */
            createdAt: string;
        };
        CreateDocumentConfig: {
            /**
             * @description It cannot change later. It must not be in the catalog or among your own configurations.
             * @example forklift-license
             */
            slug: string;
            name: string;
            /** @description The check type that its documents belong to. */
            checkTypeSlug: string;
            /**
             * @description The states that issue it, or `*` for all.
             * @default [
             *       "*"
             *     ]
             */
            states?: ("*" | components["schemas"]["StateCode"])[];
            fields: components["schemas"]["NewDocumentField"][];
            /** @default false */
            requiresFiles?: boolean;
            /**
             * @description The slug of an issuing source. `null`: the document is recorded, not verified.
             * @default null
             */
            sourceSlug?: string | null;
            /** @description The key of the field whose magic values choose the outcome. Default: the first field. */
            magicField?: string;
        };
        CreateDocumentVerification: {
            documentConfigSlug: string;
            state: components["schemas"]["StateCode"];
            /** @description Default: the integration of the key. */
            integrationId?: string;
            /** @description Default: the `verificationId`. */
            externalId?: string;
            /** @description The candidate who holds the document. The document then counts for the requirements of their roles. */
            candidateId?: string;
            /** @description Default: a new session. */
            sessionId?: string;
            /** @default {} */
            formData?: components["schemas"]["FormData"];
            /**
             * @description With files but without `formData`, the service reads the fields from the files.
             * @default []
             */
            fileIds?: string[];
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        CreateIntegration: {
            name: string;
        };
        CreateInvitation: {
            candidateId: string;
            roleId: string;
            workState: components["schemas"]["StateCode"];
            /** @description Default: the package of the role. */
            packageId?: string;
            /** @description Default: the integration of the key. Without one, `defaultIntegrationId` of the account. */
            integrationId?: string;
            /**
             * @description The invitation expires at the end of the last day, in the time zone of the account.
             * @default 7
             */
            expiresInDays?: number;
            /**
             * @description The link on the last page of the intake.
             * @example https://facility.example/welcome
             */
            redirectUrl?: string;
            /**
             * @description Whether to email the link to the candidate.
             * @default true
             */
            sendEmail?: boolean;
        };
        CreateOnboarding: {
            candidateId: string;
            roleId: string;
            workState: components["schemas"]["StateCode"];
            /**
             * @description Also invites the candidate to the hosted intake of the role.
             * @default false
             */
            sendInvitation?: boolean;
        };
        CreatePackage: {
            name: string;
            /**
             * @description Each check at most once.
             * @example [
             *       "ssn-trace",
             *       "national-criminal"
             *     ]
             */
            checkTypeSlugs: string[];
            /** @description Cents of US dollars. Default: the sum of its checks. */
            priceCents?: number;
        };
        CreateReport: {
            candidateId: string;
            packageId: string;
            workState: components["schemas"]["StateCode"];
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        CreateRole: {
            name: string;
            /** @description The same check or document can be listed again for other states. */
            requirements: components["schemas"]["NewRoleRequirement"][];
            packageId?: string | null;
        };
        CreateVerificationSession: {
            /** @description Default: the integration of the key. */
            integrationId?: string;
            /** @description Default: the id of the session. */
            reference?: string;
            /**
             * @description The documents that can be submitted in the session. Default: all.
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
        DeliveryCause: {
            /** @enum {string} */
            code: "address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed";
            /** @description One sentence. */
            message: string;
            /** @description The host of the URL of the attempt. */
            host: string | null;
            port: number | null;
            /** @description The HTTP status of the answer. */
            status: number | null;
            /** @description The absolute URL of a redirect, as the receiver sent it. */
            location: string | null;
            /** @description `Retry-After` of the answer, in seconds. */
            retryAfterSeconds: number | null;
            /** @description The kind of the injected fault. */
            fault: string | null;
        };
        Dispute: {
            /** Format: date-time */
            openedAt: string;
            /**
             * @description `candidate`: on the hosted page. `caller`: through the API, for the candidate.
             * @enum {string}
             */
            openedBy: "candidate" | "caller";
            statement: string;
            recordIds: string[];
            checkIds: string[];
            /**
             * Format: date-time
             * @description If the dispute is unresolved by then, the disputed items are deleted from the report.
             */
            dueAt: string;
            resolvedAt: string | null;
            outcome: ("accurate" | "amended" | "withdrawn") | null;
        };
        /** @description The dispute of a candidate. */
        DisputeAdverseAction: {
            /** @description The mistake, in the words of the candidate. */
            statement: string;
            /** @description Default: all, unless `checkIds` is given. */
            recordIds?: string[];
            /** @description Default: all, unless `recordIds` is given. */
            checkIds?: string[];
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
                /** @description The format that the pattern requires, in words. */
                hint?: string;
            }[];
            requiresFiles: boolean;
            /** @description `null` if the document is recorded, not verified. */
            sourceSlug: string | null;
            /** @description The field whose magic values choose the outcome. */
            magicField: string;
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
            /** @description The related objects at the time of the event. Only with `includeRelated`. */
            related?: {
                integration: components["schemas"]["RelatedIntegration"];
                documentConfig: components["schemas"]["DocumentConfig"];
                /** @description The candidate of an order with `candidateId`, or of an intake. */
                candidate?: components["schemas"]["Candidate"];
                /** @description The package of the invitation, if the document comes from an intake. */
                package?: components["schemas"]["Package"];
                /** @description The report that was ordered with the same intake. */
                report?: components["schemas"]["Report"];
            };
        };
        Event: {
            id: string;
            type: string;
            /** Format: date-time */
            created: string;
            integrationId: string | null;
            /** @description The API request that led to the event. `null` if a hosted page, a control or the service itself did. */
            requestId: string | null;
            /** @description Whether it was sent as a test. Its object does not exist. */
            test: boolean;
            /** @description Whether its type is coming soon. Its payload may change. */
            preview: boolean;
            data: {
                [key: string]: unknown;
            };
            /** @description The related objects for endpoints with `includeRelated`. `null` if there was no such endpoint. */
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
            /**
             * @description `emitted`: the service sends it. `preview`: it is coming soon, and this service was started with preview events. `coming_soon`: it is not sent yet.
             * @enum {string}
             */
            availability: "emitted" | "preview" | "coming_soon";
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
        /** @description The facts of a refusal. The code or the reason determines which are present. */
        Facts: {
            /**
             * @description The kind of object, or the part of the request.
             * @enum {string}
             */
            what?: "adverse_action" | "api_key" | "bulk_import" | "candidate" | "check_type" | "document_configuration" | "document_verification" | "event" | "event_type" | "fault" | "fault_kind" | "file" | "integration" | "invitation" | "issuing_source" | "listen" | "onboarding" | "package" | "report" | "request" | "role" | "row" | "snapshot" | "tenant" | "verification_session" | "verification_source" | "webhook_delivery" | "webhook_endpoint" | "parameter" | "field" | "body" | "field_key" | "price_package" | "report_record" | "report_check" | "adverse_action_finding" | "terms_version";
            /** @description The id, slug or name that was sent, or of the object that prevents the request. */
            id?: string;
            /** @description The most similar existing id, slug or name. */
            meant?: string;
            /** @enum {string} */
            because?: "document_fields" | "document_files" | "key_without_integration" | "role_without_package" | "role_asks_for_documents" | "adverse_action_basis" | "dispute_subject" | "event_type" | "state_not_verified" | "other_role" | "role_archived" | "expired_on_file" | "coming_soon" | "reserved_key" | "space_for_plus";
            /** @enum {string} */
            expected?: "text" | "number" | "integer" | "boolean" | "object" | "list" | "file";
            /** @enum {string} */
            form?: "base64" | "color" | "date" | "date_of_birth" | "duration" | "email" | "field_key" | "field_pattern" | "link" | "month" | "not_blank" | "origin" | "phone" | "related" | "reserved_word" | "signing_secret" | "sink_name" | "slug" | "snapshot_name" | "ssn_last4" | "state" | "stream_position" | "text" | "time" | "time_zone" | "url" | "year" | "pattern";
            /** @description The pattern to match, where `form` is `pattern`. */
            pattern?: string;
            /** @enum {string} */
            characters?: "nul" | "surrogate" | "not_utf8" | "control";
            /** @description The values or states that are allowed. */
            allowed?: string[];
            most?: number;
            least?: number;
            /** @enum {string} */
            unit?: "characters" | "items" | "keys" | "fields" | "bytes" | "number";
            /**
             * @description The part that was measured. Absent: the value.
             * @enum {string}
             */
            of?: "file_name" | "matching_text" | "value" | "json" | "whole_document";
            divisor?: number;
            /** @description The index of the equal item, from 0. */
            index?: number;
            /** @description The line of the file, from 1. */
            line?: number;
            count?: number;
            /** @description The names of up to five objects that prevent the request. */
            names?: string[];
            /** @description Whether there are more than `names` has. */
            hasMore?: boolean;
            /** @description The action that the state forbids. */
            action?: string;
            /**
             * @description The owner that an event type is for.
             * @enum {string}
             */
            scope?: "integration" | "account";
            /** Format: date-time */
            at?: string;
            /** @description A text that no other fact has. */
            text?: string;
        };
        FileIssue: {
            /** @enum {string} */
            severity: "error" | "warning";
            /** @description Counted from 1. `null` if the issue is about the whole file. */
            line: number | null;
            column: string | null;
            /** @enum {string} */
            code: "cell_count" | "cell_too_long" | "column_duplicate" | "column_missing" | "column_unknown" | "column_unnamed" | "encoding_invalid" | "encoding_unsupported" | "file_empty" | "file_type_unsupported" | "full_ssn" | "header_missing" | "internal_error" | "more_issues" | "names_too_long" | "nul_character" | "quote_misplaced" | "quote_not_closed" | "rows_missing" | "separator_unsupported" | "too_many_columns" | "too_many_rows";
            message: string;
            facts?: components["schemas"]["Facts"];
        };
        /** @description The keys depend on the document configuration. */
        FormData: {
            [key: string]: unknown;
        };
        ImportRow: {
            id: string;
            /** @description The line where the row begins, counted from 1. */
            line: number;
            /** @enum {string} */
            status: "valid" | "pending" | "missing";
            /** @description The candidate that was known before, or that the commit created. */
            candidateId: string | null;
            /** @description Set by the commit. */
            onboardingId: string | null;
            roleSlug: string | null;
            /** @description The cells by column, as in the file. */
            values: {
                [key: string]: string;
            };
            requirements: components["schemas"]["ChecklistItem"][];
            issues: components["schemas"]["RowIssue"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ImportRowList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ImportRow"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        Integration: {
            id: string;
            name: string;
            slug: string;
            /** @enum {string} */
            status: "active" | "archived";
            /** @description The unrevoked keys that are bound to it, oldest first. At most the newest 100. */
            keyIds: string[];
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
        Invitation: {
            id: string;
            candidateId: string;
            roleId: string;
            /** @description The package that is ordered when the intake is completed. */
            packageId: string;
            workState: string;
            /** @description The integration that owns the document verifications. `null` if there is none. */
            integrationId: string | null;
            /** @enum {string} */
            status: "pending" | "opened" | "completed" | "expired" | "canceled";
            /** @description Anyone who has this link can fill in the intake. */
            intakeUrl: string;
            redirectUrl: string | null;
            /**
             * Format: date-time
             * @description The end of a day, in the time zone of the account.
             */
            expiresAt: string;
            openedAt: string | null;
            completedAt: string | null;
            canceledAt: string | null;
            reportId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        InvitationList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Invitation"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        ListedDocumentConfig: {
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
                /** @description The format that the pattern requires, in words. */
                hint?: string;
            }[];
            requiresFiles: boolean;
            /** @description `null` if the document is recorded, not verified. */
            sourceSlug: string | null;
            /** @description The field whose magic values choose the outcome. */
            magicField: string;
            /** @description `false`: it is in the catalog and cannot be changed. */
            custom: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Values of the magic field that choose the outcome. Empty if there is no issuing source. */
            magicValues: {
                value: string;
                outcome: string;
            }[];
        };
        ListedDocumentConfigList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ListedDocumentConfig"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        /** @description At most 50 keys of 40 characters. A value can have 500 characters: a text as it is, other values as JSON. */
        Metadata: {
            [key: string]: unknown;
        };
        NewDocumentField: {
            /**
             * @description The name of the field in `formData`.
             * @example licenseNumber
             */
            key: string;
            /**
             * @default string
             * @enum {string}
             */
            type?: "string" | "date";
            /** @default false */
            required?: boolean;
            /**
             * @description Characters, `\d` and classes such as `[A-Z0-9-]`, each with `?`, `{n}` or `{n,m}` of at most 99. The pattern must match the complete value. The longest match has at most 500 characters.
             * @example [A-Z0-9-]{3,30}
             */
            pattern?: string;
            /** @description The format that the pattern requires, in words that complete “enter”. */
            hint?: string;
        };
        NewRoleRequirement: {
            /** @enum {string} */
            kind: "check" | "document";
            /**
             * @description The slug of a check type or a document configuration.
             * @example national-criminal
             * @example rn-license
             */
            slug: string;
            /** @default true */
            required?: boolean;
            /** @description Default: a result does not expire. */
            validForDays?: number | null;
            /** @description The work states that require it, each once. Default: all. */
            states?: components["schemas"]["StateCode"][] | null;
        };
        NextStep: {
            /** @enum {string} */
            code: "start_app" | "correct_url" | "check_network" | "check_tls" | "keep_connection" | "speak_http" | "answer_first" | "use_final_address" | "compare_secret" | "forward_request" | "set_clock" | "exempt_route" | "add_route" | "accept_post" | "accept_body" | "accept_json" | "wait" | "read_app_log" | "handle_fault" | "allow_address" | "replay" | "read_service_log";
            /** @description The next step in one or two sentences. */
            message: string;
        };
        Onboarding: {
            id: string;
            candidateId: string;
            roleId: string;
            workState: string;
            /**
             * @description `complete`: all required items are satisfied. `blocked`: a required item failed. Evaluated on every request.
             * @enum {string}
             */
            status: "in_progress" | "complete" | "blocked";
            /** @description The requirements of the role in the work state. */
            requirements: components["schemas"]["ChecklistItem"][];
            invitationId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OnboardingList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Onboarding"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        Package: {
            id: string;
            name: string;
            slug: string;
            checkTypeSlugs: string[];
            /** @description The price of a report that is ordered now. */
            priceCents: number;
            /**
             * @description The owner of the price. A sum of check prices is `tenant` or `partner` if the price of any check is.
             * @enum {string}
             */
            priceSource: "tenant" | "partner" | "list";
            /** @constant */
            currency: "USD";
            /** @description `false`: it comes from the catalog that every tenant starts with. */
            custom: boolean;
            archived: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PackageList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Package"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "packages": {
         *         "essential": 1200
         *       },
         *       "checkTypes": {}
         *     }
         */
        Pricing: {
            /** @description Cents by the slug of the package. */
            packages: {
                [key: string]: number;
            };
            /** @description Cents by the slug of the check type. */
            checkTypes: {
                [key: string]: number;
            };
        };
        /** @description A refusal (RFC 9457). */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "malformed_json" | "malformed_multipart" | "parameter_unknown" | "parameter_invalid" | "cursor_invalid" | "idempotency_key_invalid" | "api_key_missing" | "api_key_invalid" | "api_key_revoked" | "control_token_invalid" | "session_expired" | "scope_insufficient" | "partner_required" | "tenant_suspended" | "origin_not_allowed" | "csrf_token_invalid" | "controls_disabled" | "resource_not_found" | "route_not_found" | "method_not_allowed" | "state_conflict" | "duplicate_resource" | "roll_in_progress" | "waiting_period_active" | "endpoint_paused" | "clock_held" | "idempotency_in_progress" | "payload_too_large" | "content_type_unsupported" | "content_encoding_unsupported" | "host_not_allowed" | "validation_failed" | "idempotency_key_reused" | "event_type_not_available" | "event_type_scope_mismatch" | "url_not_allowed" | "terms_version_unknown" | "unsupported_state" | "csv_invalid" | "rate_limited" | "internal_error" | "sandbox_fault";
            detail: string;
            requestId: string;
            /**
             * @description Why stored data forbids the request. With `state_conflict` and `duplicate_resource`.
             * @enum {string}
             */
            reason?: "archived" | "clock_does_not_go_back" | "endpoint_deleted" | "invitation_open" | "no_room_for_file" | "onboarding_exists" | "replay_due" | "report_not_complete" | "report_open" | "report_without_finding" | "roles_order_package" | "session_expired" | "slug_taken" | "status" | "tenant_not_active" | "too_many";
            facts?: components["schemas"]["Facts"];
            currentStatus?: string;
            /**
             * Format: date-time
             * @description When a final notice may be sent.
             */
            eligibleAt?: string;
            errors?: {
                param: string;
                /** @enum {string} */
                code: "conflict" | "duplicate" | "event_type_not_available" | "event_type_scope_mismatch" | "full_ssn" | "id_taken" | "in_the_future" | "in_the_past" | "invalid_characters" | "invalid_format" | "invalid_key" | "invalid_path" | "invalid_type" | "invalid_union" | "invalid_value" | "needs_socket" | "not_an_event" | "not_applicable" | "not_for_decision" | "not_for_scope" | "not_in_session" | "not_multiple_of" | "number_inexact" | "other_integration" | "repeated" | "required" | "too_big" | "too_late" | "too_small" | "unknown" | "unsupported_file_type" | "url_not_allowed" | "cell_count" | "cell_too_long" | "column_duplicate" | "column_missing" | "column_unknown" | "column_unnamed" | "encoding_invalid" | "encoding_unsupported" | "file_empty" | "file_type_unsupported" | "header_missing" | "internal_error" | "more_issues" | "names_too_long" | "nul_character" | "quote_misplaced" | "quote_not_closed" | "rows_missing" | "separator_unsupported" | "too_many_columns" | "too_many_rows";
                message: string;
                facts?: components["schemas"]["Facts"];
            }[];
            /** @description How many faults `errors` leaves out. Absent if none. */
            faultsOmitted?: number;
        };
        ProvisionedTenant: {
            tenantId: string;
            slug: string;
            facilityName: string;
            adminEmail: string;
            termsVersion: string;
            /** @enum {string} */
            status: "active" | "suspended" | "closed";
            timeZone: string;
            brandColor: string | null;
            pricing: components["schemas"]["Pricing"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description An API key with full access to this tenant only. It is shown once. */
            secretKey: string;
            /** @description The first integration of the tenant, ready for document verifications. */
            integrationId: string;
        };
        /** @description The specification of the service has `facilityName`, `adminEmail` and `termsVersion`. The other fields are decisions of this sandbox. */
        ProvisionTenant: {
            /** @description The name of the facility. */
            facilityName: string;
            /**
             * Format: email
             * @description The email address of the administrator.
             * @example admin@facility.example
             */
            adminEmail: string;
            /**
             * @description The version of the terms that the tenant has accepted.
             * @example 2026-01
             */
            termsVersion: string;
            pricing?: components["schemas"]["Pricing"];
            /**
             * @description An IANA name. Default: the time zone of the partner.
             * @example America/New_York
             * @example America/Los_Angeles
             * @example Pacific/Honolulu
             */
            timeZone?: string;
            /**
             * @description The color of hosted pages.
             * @example #1f6feb
             */
            brandColor?: string;
        };
        RecoverDeliveries: {
            /**
             * Format: date-time
             * @description Deliveries or events created at this time or later.
             */
            since: string;
            /**
             * Format: date-time
             * @description Deliveries or events created at this time or earlier. Default: now.
             */
            until?: string;
            /**
             * @description `failed`: replay the failed deliveries. `missing`: deliver the events that the endpoint subscribes to now and has no delivery of, such as those from before it existed. `all`: both.
             * @default failed
             * @enum {string}
             */
            include?: "failed" | "missing" | "all";
            /**
             * @description Only deliveries that failed for this cause. Default: any cause. Only with `include` `failed`.
             * @enum {string}
             */
            cause?: "address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed";
        };
        Recovery: {
            endpointId: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            /** @description The failed deliveries that will be replayed, oldest first. */
            found: number;
            /** @description The events without a delivery that will be delivered, oldest first. */
            missing: number;
            /** @description `false` if the range has 5,000 events or more. Missing events among the later ones are delivered, and not counted. */
            complete: boolean;
            /** @description Deliveries of the range that are not replayed, because they are still being retried. */
            retrying: number;
            /** @description When the first of the retried deliveries is attempted. `null` if there are none. */
            nextAttemptAt: string | null;
        };
        RelatedIntegration: {
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
        Report: {
            id: string;
            candidateId: string;
            packageId: string;
            workState: string;
            /** @enum {string} */
            status: "pending" | "in_progress" | "suspended" | "complete" | "disputed" | "canceled";
            /** @description `consider` if any check ended with `consider` or `unable_to_verify`. `null` until the report is complete. */
            result: ("clear" | "consider") | null;
            /** @description Whether some of its checks were canceled. */
            includesCanceled: boolean;
            adjudication: ("engaged" | "pre_adverse_action" | "post_adverse_action") | null;
            adjudicationNote: string | null;
            /** @description The open adverse action, or the last one. */
            adverseActionId: string | null;
            checks: components["schemas"]["Check"][];
            /** @description The fields of the candidate that the report waits for. While it is `pending`, they are unknown. While it is `suspended`, they need confirmation. */
            missingInformation: ("dateOfBirth" | "ssnLast4" | "phone" | "workState")[];
            /** @description The price when the report was ordered. */
            price: {
                amountCents: number;
                /** @constant */
                currency: "USD";
                /** @enum {string} */
                source: "tenant" | "partner" | "list";
            };
            /** @description `null` while the report waits for information, or if it was canceled. */
            estimatedCompletionAt: string | null;
            /** @description When the report was first complete. */
            completedAt: string | null;
            /** @description From `createdAt` to `completedAt`. */
            turnaroundSeconds: number | null;
            /** @description The invitation whose completion ordered it. */
            invitationId: string | null;
            metadata: components["schemas"]["Metadata"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Only with `include`. */
            candidate?: components["schemas"]["Candidate"];
            /** @description Only with `include`. */
            package?: components["schemas"]["Package"];
        };
        ReportEvent: {
            id: string;
            type: string;
            /** Format: date-time */
            created: string;
            data: components["schemas"]["Report"];
            related?: {
                candidate: components["schemas"]["Candidate"];
                package: components["schemas"]["Package"];
            };
        };
        /** @description At least one field of the candidate. */
        ReportInformation: {
            /**
             * Format: date
             * @example 1990-02-28
             */
            dateOfBirth?: string;
            /** @example 6789 */
            ssnLast4?: string;
            /** @example +1 415 555 0100 */
            phone?: string;
            workState?: components["schemas"]["StateCode"];
        };
        ReportList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Report"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        RescheduleFinalNotice: {
            /** @description `null`: the service waits for a caller to send it. */
            at: string | null;
        };
        ResolveDispute: {
            /**
             * @description `amended` deletes the disputed items from the report. The other outcomes leave the report unchanged.
             * @enum {string}
             */
            outcome: "accurate" | "amended" | "withdrawn";
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
            /** @description The longest delay. */
            maxDelaySeconds: number;
            timeoutSeconds: number;
            /** @description The largest part of each delay that is randomly taken away. 0: none. */
            jitter: number;
        };
        Role: {
            id: string;
            name: string;
            slug: string;
            requirements: components["schemas"]["RoleRequirement"][];
            /** @description The package that an invitation to the role orders. */
            packageId: string | null;
            archived: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        RoleList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Role"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        RoleRequirement: {
            /** @enum {string} */
            kind: "check" | "document";
            /** @description The slug of the check type or the document configuration. */
            slug: string;
            /** @description `false`: the candidate is asked for it but can leave it out. */
            required: boolean;
            /** @description How long a result is valid. `null` if it does not expire. */
            validForDays: number | null;
            /** @description The work states that require it. `null` for all states. */
            states: string[] | null;
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
        RowFacts: {
            /**
             * @description The kind of object, or the part of the request.
             * @enum {string}
             */
            what?: "adverse_action" | "api_key" | "bulk_import" | "candidate" | "check_type" | "document_configuration" | "document_verification" | "event" | "event_type" | "fault" | "fault_kind" | "file" | "integration" | "invitation" | "issuing_source" | "listen" | "onboarding" | "package" | "report" | "request" | "role" | "row" | "snapshot" | "tenant" | "verification_session" | "verification_source" | "webhook_delivery" | "webhook_endpoint" | "parameter" | "field" | "body" | "field_key" | "price_package" | "report_record" | "report_check" | "adverse_action_finding" | "terms_version";
            /** @description The id, slug or name that was sent, or of the object that prevents the request. */
            id?: string;
            /** @description The most similar existing id, slug or name. */
            meant?: string;
            /** @enum {string} */
            because?: "document_fields" | "document_files" | "key_without_integration" | "role_without_package" | "role_asks_for_documents" | "adverse_action_basis" | "dispute_subject" | "event_type" | "state_not_verified" | "other_role" | "role_archived" | "expired_on_file" | "coming_soon" | "reserved_key" | "space_for_plus";
            /** @enum {string} */
            expected?: "text" | "number" | "integer" | "boolean" | "object" | "list" | "file";
            /** @enum {string} */
            form?: "base64" | "color" | "date" | "date_of_birth" | "duration" | "email" | "field_key" | "field_pattern" | "link" | "month" | "not_blank" | "origin" | "phone" | "related" | "reserved_word" | "signing_secret" | "sink_name" | "slug" | "snapshot_name" | "ssn_last4" | "state" | "stream_position" | "text" | "time" | "time_zone" | "url" | "year" | "pattern";
            /** @description The pattern to match, where `form` is `pattern`. */
            pattern?: string;
            /** @enum {string} */
            characters?: "nul" | "surrogate" | "not_utf8" | "control";
            /** @description The values or states that are allowed. */
            allowed?: string[];
            most?: number;
            least?: number;
            /** @enum {string} */
            unit?: "characters" | "items" | "keys" | "fields" | "bytes" | "number";
            /**
             * @description The part that was measured. Absent: the value.
             * @enum {string}
             */
            of?: "file_name" | "matching_text" | "value" | "json" | "whole_document";
            divisor?: number;
            /** @description The index of the equal item, from 0. */
            index?: number;
            /** @description The line of the file, from 1. */
            line?: number;
            count?: number;
            /** @description The names of up to five objects that prevent the request. */
            names?: string[];
            /** @description Whether there are more than `names` has. */
            hasMore?: boolean;
            /** @description The action that the state forbids. */
            action?: string;
            /**
             * @description The owner that an event type is for.
             * @enum {string}
             */
            scope?: "integration" | "account";
            /** Format: date-time */
            at?: string;
            /** @description A text that no other fact has. */
            text?: string;
            /**
             * @description The fault of the value. The other facts describe it.
             * @enum {string}
             */
            fault?: "conflict" | "duplicate" | "event_type_not_available" | "event_type_scope_mismatch" | "full_ssn" | "id_taken" | "in_the_future" | "in_the_past" | "invalid_characters" | "invalid_format" | "invalid_key" | "invalid_path" | "invalid_type" | "invalid_union" | "invalid_value" | "needs_socket" | "not_an_event" | "not_applicable" | "not_for_decision" | "not_for_scope" | "not_in_session" | "not_multiple_of" | "number_inexact" | "other_integration" | "repeated" | "required" | "too_big" | "too_late" | "too_small" | "unknown" | "unsupported_file_type" | "url_not_allowed";
        };
        RowIssue: {
            column: string;
            /** @enum {string} */
            code: "credential_expired" | "credential_missing" | "date_invalid" | "duplicate_row" | "email_invalid" | "internal_error" | "required_missing" | "role_unknown" | "state_invalid" | "value_invalid";
            message: string;
            facts?: components["schemas"]["RowFacts"];
        };
        SendTestDelivery: {
            /** @description See `GET /v1/event-types`. */
            eventType: string;
        };
        ShownDocumentVerification: {
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
            /** @description Only with `include`. `null` if the order names no candidate. */
            candidate?: components["schemas"]["Candidate"] | null;
            /** @description Only with `include`. `null` if the verification has ended. */
            waitsFor?: components["schemas"]["VerificationWait"] | null;
        };
        ShownDocumentVerificationList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ShownDocumentVerification"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        SignatureVerdict: {
            /**
             * @description The signature that was sent, over the body of the event. `genuine`: made with the current secret of the endpoint. `former_secret`: made with the secret before it. `older_secret`: made with neither. `changed_by_fault`: not sent as it was signed. `not_signed`: nothing was sent.
             * @enum {string}
             */
            code: "genuine" | "former_secret" | "older_secret" | "changed_by_fault" | "not_signed";
            /** @description One sentence. */
            message: string;
            /** @description The last four characters of the signing secret, if known. */
            secretHint: string | null;
            /** @description `t` of the signature. */
            signedAt: string | null;
            /** @description `t` minus the virtual time of the attempt: how far the signature clock is ahead of the virtual clock. */
            signedAfterStartSeconds: number | null;
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
             * @description Added to the existing fields.
             * @default {}
             */
            formData?: components["schemas"]["FormData"];
            /**
             * @description Added to the existing files.
             * @default []
             */
            fileIds?: string[];
        };
        Tenant: {
            tenantId: string;
            slug: string;
            facilityName: string;
            adminEmail: string;
            termsVersion: string;
            /** @enum {string} */
            status: "active" | "suspended" | "closed";
            timeZone: string;
            brandColor: string | null;
            pricing: components["schemas"]["Pricing"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TenantList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Tenant"][];
            hasMore: boolean;
            nextCursor: string | null;
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
            /**
             * Format: date-time
             * @description When the candidate authorized checks, according to the caller. The service does not verify it.
             */
            authorizedAt?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        UploadedFile: {
            id: string;
            /** @description The name of the upload, or `file`. */
            name: string;
            /** @enum {string} */
            contentType: "application/pdf" | "image/png" | "image/jpeg";
            size: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        UploadFile: {
            /**
             * Format: binary
             * @description A PDF, PNG or JPEG of at most 10 MiB.
             */
            file: Blob;
        };
        UploadRoster: {
            /**
             * Format: binary
             * @description A CSV file of at most 2 MiB and 5,000 rows.
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
            /**
             * Format: uri
             * @description Anyone who has this link can submit the documents of the session.
             */
            url: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
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
            /**
             * @description `degraded`: it answers later. `down`: it does not answer, and the service asks again.
             * @enum {string}
             */
            availability: "available" | "degraded" | "down";
        };
        VerificationSourceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["VerificationSource"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        VerificationWait: {
            /**
             * @description `submission`: somebody has to submit its fields and files. `source`: the service will ask the issuing source, or ask it again. `source_answer`: the source was asked and has not answered yet. `recording`: there is no source to ask, and the document will be recorded. `decision`: somebody has to decide.
             * @enum {string}
             */
            kind: "submission" | "source" | "source_answer" | "recording" | "decision";
            /** @description When the service ends the wait. `null` if somebody else has to end it. */
            at: string | null;
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
            /** @description The kind of the injected fault. */
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
            /** @description `null` if the attempt has not ended. */
            diagnosis: components["schemas"]["AttemptDiagnosis"] | null;
        };
        WebhookDelivery: {
            id: string;
            eventId: string;
            eventType: string;
            /** @description The object that the event is about. */
            subjectId: string;
            /** @description `externalId` of the event. `null` if it has none. */
            externalId: string | null;
            endpointId: string;
            /** @enum {string} */
            status: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
            /** @description Whether the event is a test. */
            test: boolean;
            /** @description Whether its body has `related`. */
            includesRelated: boolean;
            /** @description Includes replays and interrupted attempts. */
            attemptCount: number;
            /** @description The last attempt that counts for the delivery. Extra requests that a fault sent do not count. */
            lastAttempt: {
                number: number;
                /** @enum {string} */
                state: "started" | "succeeded" | "failed" | "interrupted";
                responseStatus: number | null;
                /** @description Why the attempt failed, in one sentence. */
                error: {
                    code: string;
                    message: string;
                } | null;
            } | null;
            /** @description Why it has not arrived: the cause of its last failed attempt. `null` if no attempt has failed, or if the delivery has succeeded or was canceled. */
            cause: ("address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed") | null;
            /** @description When the next retry or replay is due. */
            nextAttemptAt: string | null;
            /** @description The first success. */
            succeededAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The deliveries of each status, up to 1000: a status with more has this count. */
        WebhookDeliveryCounts: {
            byStatus: {
                scheduled: number;
                delivering: number;
                /** @description An attempt has failed, and another one is scheduled. */
                retrying: number;
                succeeded: number;
                failed: number;
                held: number;
                canceled: number;
            };
        };
        WebhookDeliveryFailure: {
            endpointId: string;
            /** @description The cause of the last failed attempt of the group. */
            cause: components["schemas"]["DeliveryCause"];
            /** @description The number of deliveries. `GET /v1/webhook-deliveries` with `endpointId` and `cause` lists them. */
            deliveries: number;
            /** @description The deliveries that have failed permanently. They can be replayed. */
            failed: number;
            /** @description The deliveries that are retried automatically. */
            retrying: number;
            /**
             * Format: date-time
             * @description When the first of their attempts failed for this cause, in virtual time.
             */
            since: string;
            /** Format: date-time */
            lastFailedAt: string;
            /**
             * Format: date-time
             * @description Use it as `since` to recover all of them.
             */
            oldestCreatedAt: string;
            /** @description The delivery that failed last. */
            lastDeliveryId: string;
            /** @description `false` if 1,000 deliveries or more have failed for this cause, to any endpoint. The oldest are not counted. */
            complete: boolean;
        };
        WebhookDeliveryFailures: {
            /** @description Most deliveries first. At most 100. */
            failures: components["schemas"]["WebhookDeliveryFailure"][];
        };
        WebhookDeliveryList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            hasMore: boolean;
            nextCursor: string | null;
        };
        WebhookDeliveryStatistics: {
            /**
             * Format: date-time
             * @description Counts deliveries created after this time.
             */
            from: string;
            /**
             * Format: date-time
             * @description Counts deliveries created before this time. If it is the current time, deliveries created at it count too.
             */
            to: string;
            bucketSeconds: number;
            total: number;
            byStatus: {
                scheduled: number;
                delivering: number;
                /** @description An attempt has failed, and another one is scheduled. */
                retrying: number;
                succeeded: number;
                failed: number;
                held: number;
                canceled: number;
            };
            /** @description The deliveries by creation time and current status, in order and without gaps. Empty if the range is empty. */
            buckets: {
                /** Format: date-time */
                start: string;
                total: number;
                scheduled: number;
                delivering: number;
                /** @description An attempt has failed, and another one is scheduled. */
                retrying: number;
                succeeded: number;
                failed: number;
                held: number;
                canceled: number;
            }[];
            /** @description `false` if the range has 10,000 deliveries or more. Only the newest are counted. */
            complete: boolean;
        };
        WebhookDeliveryWithAttempts: {
            id: string;
            eventId: string;
            eventType: string;
            /** @description The object that the event is about. */
            subjectId: string;
            /** @description `externalId` of the event. `null` if it has none. */
            externalId: string | null;
            endpointId: string;
            /** @enum {string} */
            status: "scheduled" | "delivering" | "retrying" | "succeeded" | "failed" | "held" | "canceled";
            /** @description Whether the event is a test. */
            test: boolean;
            /** @description Whether its body has `related`. */
            includesRelated: boolean;
            /** @description Includes replays and interrupted attempts. */
            attemptCount: number;
            /** @description The last attempt that counts for the delivery. Extra requests that a fault sent do not count. */
            lastAttempt: {
                number: number;
                /** @enum {string} */
                state: "started" | "succeeded" | "failed" | "interrupted";
                responseStatus: number | null;
                /** @description Why the attempt failed, in one sentence. */
                error: {
                    code: string;
                    message: string;
                } | null;
            } | null;
            /** @description Why it has not arrived: the cause of its last failed attempt. `null` if no attempt has failed, or if the delivery has succeeded or was canceled. */
            cause: ("address_blocked" | "url_invalid" | "headers_invalid" | "dns_failed" | "connection_refused" | "connection_reset" | "connection_failed" | "connect_timeout" | "tls_failed" | "timeout" | "invalid_response" | "redirected" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_large" | "unsupported_media_type" | "rate_limited" | "client_error" | "server_error" | "fault_injected" | "interrupted" | "service_failed") | null;
            /** @description When the next retry or replay is due. */
            nextAttemptAt: string | null;
            /** @description The first success. */
            succeededAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The body of every attempt, byte for byte, unless a fault changed it. */
            requestBody: string;
            /** @description The last 50 attempts, oldest first. Fewer if they have more than 2 MiB. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            /** @description The last 50 former URLs, oldest first. */
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
            /** @description The health at the current URL. A new URL resets it. */
            health: {
                /**
                 * @description `failing` from 20 failed attempts in a row; `unknown` before the first attempt.
                 * @enum {string}
                 */
                status: "healthy" | "failing" | "unknown";
                /**
                 * @description The results of the last attempts. `unused`: no attempt was made. `never_worked`: no attempt has succeeded. `failing`: the last attempt failed, and an earlier one succeeded. `recovering`: fewer than three attempts in a row have succeeded since the last failure. `working`: three or more have, or no attempt has failed.
                 * @enum {string}
                 */
                recent: "unused" | "never_worked" | "failing" | "recovering" | "working";
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
        WebhookEndpointPeriod: {
            /**
             * Format: date-time
             * @description Counts deliveries created after this time, up to now.
             */
            from: string;
            deliveries: number;
            /** @description The deliveries that have failed permanently. */
            failed: number;
            /** @description Their attempts that have ended, without interrupted attempts and extra requests that a fault sent. */
            attempts: number;
            /** @description The attempts that were answered with a 2xx status. */
            acknowledged: number;
            /** @description The attempts by the class of the response status. */
            byResponse: {
                "2xx": number;
                "3xx": number;
                "4xx": number;
                /** @description Includes any status below 200 or above 599. */
                "5xx": number;
                /** @description No status was received, for example after a timeout. */
                none: number;
            };
            /** @description The median response time of attempts that were answered with any status, in milliseconds of wall time. `null` if no attempt was answered. */
            medianResponseMs: number | null;
            /** @description The 95th percentile: 95 of 100 answered attempts took no longer. `null` if no attempt was answered. */
            p95ResponseMs: number | null;
            bucketSeconds: number;
            /** @description The attempts by start time, in order and without gaps. */
            buckets: {
                /** Format: date-time */
                start: string;
                /** @description The attempts by the class of the response status. */
                byResponse: {
                    "2xx": number;
                    "3xx": number;
                    "4xx": number;
                    /** @description Includes any status below 200 or above 599. */
                    "5xx": number;
                    /** @description No status was received, for example after a timeout. */
                    none: number;
                };
                /** @description The median response time of attempts that were answered with any status, in milliseconds of wall time. `null` if no attempt was answered. */
                medianResponseMs: number | null;
                /** @description The 95th percentile: 95 of 100 answered attempts took no longer. `null` if no attempt was answered. */
                p95ResponseMs: number | null;
            }[];
            /** @description `false` if the endpoint had more than 2,000 deliveries, or a delivery more than 50 attempts. The oldest are not counted. */
            complete: boolean;
        };
        WebhookEndpointStatistics: {
            endpointId: string;
            /**
             * Format: date-time
             * @description Now, in virtual time.
             */
            to: string;
            last24Hours: components["schemas"]["WebhookEndpointPeriod"];
            last7Days: components["schemas"]["WebhookEndpointPeriod"];
            last30Days: components["schemas"]["WebhookEndpointPeriod"];
        };
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            /** @description The last 50 former URLs, oldest first. */
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
            /** @description The health at the current URL. A new URL resets it. */
            health: {
                /**
                 * @description `failing` from 20 failed attempts in a row; `unknown` before the first attempt.
                 * @enum {string}
                 */
                status: "healthy" | "failing" | "unknown";
                /**
                 * @description The results of the last attempts. `unused`: no attempt was made. `never_worked`: no attempt has succeeded. `failing`: the last attempt failed, and an earlier one succeeded. `recovering`: fewer than three attempts in a row have succeeded since the last failure. `working`: three or more have, or no attempt has failed.
                 * @enum {string}
                 */
                recent: "unused" | "never_worked" | "failing" | "recovering" | "working";
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
    responses: {
        /** @description A refusal. */
        Refusal: {
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
