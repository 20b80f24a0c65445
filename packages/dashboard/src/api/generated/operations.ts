// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.

export const operationTable = {
  "listDocumentVerifications": {
    "method": "GET",
    "path": "/v1/document-verifications",
    "summary": "List document verifications",
    "filters": {
      "externalId": {
        "description": "Your own reference.",
        "type": "string"
      },
      "integrationId": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "PENDING",
          "PROCESSING",
          "VERIFIED",
          "FAILED",
          "RECORDED",
          "CANCELED"
        ]
      },
      "documentConfigSlug": {
        "type": "string"
      },
      "createdAfter": {
        "type": "string",
        "format": "date-time"
      },
      "createdBefore": {
        "type": "string",
        "format": "date-time"
      }
    }
  },
  "createDocumentVerification": {
    "method": "POST",
    "path": "/v1/document-verifications",
    "summary": "Verify a document"
  },
  "getDocumentVerification": {
    "method": "GET",
    "path": "/v1/document-verifications/{verificationId}",
    "summary": "Get a document verification"
  },
  "submitDocumentVerification": {
    "method": "POST",
    "path": "/v1/document-verifications/{verificationId}/submit",
    "summary": "Submit the fields and files of a document",
    "allowedWhen": {
      "status": [
        "PENDING"
      ]
    },
    "guard": "all required fields and files are there"
  },
  "cancelDocumentVerification": {
    "method": "POST",
    "path": "/v1/document-verifications/{verificationId}/cancel",
    "summary": "Cancel a document verification",
    "allowedWhen": {
      "status": [
        "PENDING",
        "PROCESSING"
      ]
    }
  },
  "listVerificationSessions": {
    "method": "GET",
    "path": "/v1/verification-sessions",
    "summary": "List verification sessions"
  },
  "createVerificationSession": {
    "method": "POST",
    "path": "/v1/verification-sessions",
    "summary": "Create a verification session"
  },
  "getVerificationSession": {
    "method": "GET",
    "path": "/v1/verification-sessions/{id}",
    "summary": "Get a verification session"
  },
  "uploadFile": {
    "method": "POST",
    "path": "/v1/files",
    "summary": "Upload a file for a document verification"
  },
  "listDocumentConfigs": {
    "method": "GET",
    "path": "/v1/document-configs",
    "summary": "List document configurations"
  },
  "getDocumentConfig": {
    "method": "GET",
    "path": "/v1/document-configs/{slug}",
    "summary": "Get a document configuration"
  },
  "listVerificationSources": {
    "method": "GET",
    "path": "/v1/verification-sources",
    "summary": "List issuing sources"
  },
  "listIntegrations": {
    "method": "GET",
    "path": "/v1/integrations",
    "summary": "List integrations",
    "filters": {
      "status": {
        "type": "string",
        "enum": [
          "active",
          "archived"
        ]
      }
    }
  },
  "createIntegration": {
    "method": "POST",
    "path": "/v1/integrations",
    "summary": "Create an integration"
  },
  "getIntegration": {
    "method": "GET",
    "path": "/v1/integrations/{id}",
    "summary": "Get an integration"
  },
  "changeIntegration": {
    "method": "PATCH",
    "path": "/v1/integrations/{id}",
    "summary": "Rename an integration",
    "allowedWhen": {
      "status": [
        "active"
      ]
    }
  },
  "archiveIntegration": {
    "method": "DELETE",
    "path": "/v1/integrations/{id}",
    "summary": "Archive an integration, and delete its webhook endpoints; their deliveries can still be read",
    "allowedWhen": {
      "status": [
        "active"
      ]
    }
  },
  "listWebhookEndpoints": {
    "method": "GET",
    "path": "/v1/webhook-endpoints",
    "summary": "List webhook endpoints",
    "filters": {
      "integrationId": {
        "type": "string"
      },
      "owner": {
        "type": "string",
        "enum": [
          "account",
          "integration"
        ]
      }
    }
  },
  "createWebhookEndpoint": {
    "method": "POST",
    "path": "/v1/webhook-endpoints",
    "summary": "Create a webhook endpoint of an integration or of the account"
  },
  "getWebhookEndpoint": {
    "method": "GET",
    "path": "/v1/webhook-endpoints/{id}",
    "summary": "Get a webhook endpoint"
  },
  "changeWebhookEndpoint": {
    "method": "PATCH",
    "path": "/v1/webhook-endpoints/{id}",
    "summary": "Change a webhook endpoint; pending retries go to a new URL"
  },
  "deleteWebhookEndpoint": {
    "method": "DELETE",
    "path": "/v1/webhook-endpoints/{id}",
    "summary": "Delete a webhook endpoint; its deliveries can still be read"
  },
  "pauseWebhookEndpoint": {
    "method": "POST",
    "path": "/v1/webhook-endpoints/{id}/pause",
    "summary": "Hold the deliveries of a webhook endpoint",
    "allowedWhen": {
      "paused": [
        false
      ]
    }
  },
  "resumeWebhookEndpoint": {
    "method": "POST",
    "path": "/v1/webhook-endpoints/{id}/resume",
    "summary": "Release the held deliveries of a webhook endpoint, oldest first, or cancel them",
    "allowedWhen": {
      "paused": [
        true
      ]
    }
  },
  "revealWebhookEndpointSecret": {
    "method": "GET",
    "path": "/v1/webhook-endpoints/{id}/secret",
    "summary": "Reveal the signing secrets of a webhook endpoint"
  },
  "rollWebhookEndpointSecret": {
    "method": "POST",
    "path": "/v1/webhook-endpoints/{id}/roll-secret",
    "summary": "Give a webhook endpoint a new signing secret"
  },
  "listEventTypes": {
    "method": "GET",
    "path": "/v1/event-types",
    "summary": "List the event types"
  },
  "listEvents": {
    "method": "GET",
    "path": "/v1/events",
    "summary": "List events",
    "filters": {
      "type": {
        "type": "string"
      },
      "subjectId": {
        "description": "The verification that the event is about.",
        "type": "string"
      },
      "integrationId": {
        "type": "string"
      },
      "test": {
        "type": "string",
        "enum": [
          "true",
          "false"
        ]
      },
      "createdAfter": {
        "type": "string",
        "format": "date-time"
      },
      "createdBefore": {
        "type": "string",
        "format": "date-time"
      }
    }
  },
  "getEvent": {
    "method": "GET",
    "path": "/v1/events/{id}",
    "summary": "Get an event"
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/v1/webhook-deliveries",
    "summary": "List webhook deliveries",
    "filters": {
      "endpointId": {
        "type": "string"
      },
      "eventId": {
        "type": "string"
      },
      "eventType": {
        "type": "string"
      },
      "subjectId": {
        "description": "The verification that the event is about.",
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "scheduled",
          "delivering",
          "retrying",
          "succeeded",
          "failed",
          "held",
          "canceled"
        ]
      },
      "createdAfter": {
        "type": "string",
        "format": "date-time"
      },
      "createdBefore": {
        "type": "string",
        "format": "date-time"
      }
    }
  },
  "streamWebhookDeliveries": {
    "method": "GET",
    "path": "/v1/webhook-deliveries/stream",
    "summary": "Follow webhook deliveries: an event for each status that one gets",
    "filters": {
      "endpointId": {
        "type": "string"
      },
      "eventType": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "scheduled",
          "delivering",
          "retrying",
          "succeeded",
          "failed",
          "held",
          "canceled"
        ]
      }
    }
  },
  "getWebhookDeliveryStatistics": {
    "method": "GET",
    "path": "/v1/webhook-deliveries/statistics",
    "summary": "Count webhook deliveries by status and time: by default, those of the last 24 hours",
    "filters": {
      "endpointId": {
        "type": "string"
      },
      "createdAfter": {
        "type": "string",
        "format": "date-time"
      },
      "createdBefore": {
        "type": "string",
        "format": "date-time"
      }
    }
  },
  "getWebhookDelivery": {
    "method": "GET",
    "path": "/v1/webhook-deliveries/{id}",
    "summary": "Get a webhook delivery with its attempts"
  },
  "replayWebhookDelivery": {
    "method": "POST",
    "path": "/v1/webhook-deliveries/{id}/replay",
    "summary": "Attempt a delivery that has succeeded or failed once more",
    "allowedWhen": {
      "status": [
        "succeeded",
        "failed"
      ],
      "nextAttemptAt": [
        null
      ]
    },
    "guard": "the endpoint is there and not paused, and no other replay of the delivery is due"
  },
  "listWebhookDeliveriesOfEndpoint": {
    "method": "GET",
    "path": "/v1/webhook-endpoints/{id}/deliveries",
    "summary": "List the delivery history of a webhook endpoint, also of one that was deleted",
    "filters": {
      "eventId": {
        "type": "string"
      },
      "eventType": {
        "type": "string"
      },
      "subjectId": {
        "description": "The verification that the event is about.",
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "scheduled",
          "delivering",
          "retrying",
          "succeeded",
          "failed",
          "held",
          "canceled"
        ]
      },
      "createdAfter": {
        "type": "string",
        "format": "date-time"
      },
      "createdBefore": {
        "type": "string",
        "format": "date-time"
      }
    }
  },
  "recoverWebhookDeliveries": {
    "method": "POST",
    "path": "/v1/webhook-endpoints/{id}/recover",
    "summary": "Replay the failed deliveries of a webhook endpoint",
    "allowedWhen": {
      "paused": [
        false
      ]
    }
  },
  "testWebhookEndpoint": {
    "method": "POST",
    "path": "/v1/webhook-endpoints/{id}/test",
    "summary": "Send a test delivery to a webhook endpoint"
  },
  "listCandidates": {
    "method": "GET",
    "path": "/v1/candidates",
    "summary": "List candidates",
    "filters": {
      "email": {
        "type": "string"
      },
      "externalId": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "new",
          "invited",
          "in_progress",
          "completed",
          "archived"
        ]
      },
      "roleId": {
        "type": "string"
      }
    }
  },
  "createCandidate": {
    "method": "POST",
    "path": "/v1/candidates",
    "summary": "Create a candidate, which pages may do with a candidate key"
  },
  "getCandidate": {
    "method": "GET",
    "path": "/v1/candidates/{id}",
    "summary": "Get a candidate"
  },
  "updateCandidate": {
    "method": "PATCH",
    "path": "/v1/candidates/{id}",
    "summary": "Change a candidate",
    "allowedWhen": {
      "status": [
        "new",
        "invited",
        "in_progress",
        "completed"
      ]
    }
  },
  "archiveCandidate": {
    "method": "DELETE",
    "path": "/v1/candidates/{id}",
    "summary": "Archive a candidate who has no open report, and cancel their open invitations",
    "allowedWhen": {
      "status": [
        "new",
        "invited",
        "in_progress",
        "completed"
      ]
    },
    "guard": "no report is open"
  },
  "listInvitations": {
    "method": "GET",
    "path": "/v1/invitations",
    "summary": "List invitations",
    "filters": {
      "candidateId": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "pending",
          "opened",
          "completed",
          "expired",
          "canceled"
        ]
      }
    }
  },
  "createInvitation": {
    "method": "POST",
    "path": "/v1/invitations",
    "summary": "Invite a candidate to the hosted intake of a role"
  },
  "getInvitation": {
    "method": "GET",
    "path": "/v1/invitations/{id}",
    "summary": "Get an invitation"
  },
  "resendInvitation": {
    "method": "POST",
    "path": "/v1/invitations/{id}/resend",
    "summary": "Send the mail of an invitation again, with the same address and the same end",
    "allowedWhen": {
      "status": [
        "pending",
        "opened"
      ]
    }
  },
  "cancelInvitation": {
    "method": "POST",
    "path": "/v1/invitations/{id}/cancel",
    "summary": "Cancel an invitation",
    "allowedWhen": {
      "status": [
        "pending",
        "opened"
      ]
    }
  },
  "listOnboardings": {
    "method": "GET",
    "path": "/v1/onboardings",
    "summary": "List onboardings with their checklists",
    "filters": {
      "candidateId": {
        "type": "string"
      },
      "roleId": {
        "type": "string"
      }
    }
  },
  "createOnboarding": {
    "method": "POST",
    "path": "/v1/onboardings",
    "summary": "Onboard a candidate for a role"
  },
  "getOnboarding": {
    "method": "GET",
    "path": "/v1/onboardings/{id}",
    "summary": "Get an onboarding with its checklist"
  },
  "listReports": {
    "method": "GET",
    "path": "/v1/reports",
    "summary": "List reports",
    "filters": {
      "candidateId": {
        "type": "string"
      },
      "packageId": {
        "type": "string"
      },
      "status": {
        "type": "string",
        "enum": [
          "pending",
          "in_progress",
          "suspended",
          "complete",
          "disputed",
          "canceled"
        ]
      },
      "result": {
        "type": "string",
        "enum": [
          "clear",
          "consider"
        ]
      },
      "adjudication": {
        "type": "string",
        "enum": [
          "engaged",
          "pre_adverse_action",
          "post_adverse_action"
        ]
      },
      "workState": {
        "type": "string",
        "pattern": "^[A-Z]{2}$",
        "examples": [
          "CA",
          "NY",
          "PR"
        ]
      },
      "createdAfter": {
        "type": "string",
        "format": "date-time"
      },
      "createdBefore": {
        "type": "string",
        "format": "date-time"
      },
      "include": {
        "type": "string",
        "pattern": "^(candidate|package)(,(candidate|package))*$",
        "description": "With a comma between them.",
        "examples": [
          "candidate,package"
        ]
      }
    }
  },
  "createReport": {
    "method": "POST",
    "path": "/v1/reports",
    "summary": "Order a report: the checks of a package, for a candidate"
  },
  "getReport": {
    "method": "GET",
    "path": "/v1/reports/{id}",
    "summary": "Get a report",
    "filters": {
      "include": {
        "type": "string",
        "pattern": "^(candidate|package)(,(candidate|package))*$",
        "description": "With a comma between them.",
        "examples": [
          "candidate,package"
        ]
      }
    }
  },
  "cancelReport": {
    "method": "POST",
    "path": "/v1/reports/{id}/cancel",
    "summary": "Cancel a report",
    "allowedWhen": {
      "status": [
        "pending",
        "in_progress",
        "suspended"
      ]
    }
  },
  "supplyReportInformation": {
    "method": "POST",
    "path": "/v1/reports/{id}/information",
    "summary": "Supply the information about the candidate that a report waits for",
    "allowedWhen": {
      "status": [
        "pending",
        "suspended"
      ]
    }
  },
  "adjudicateReport": {
    "method": "POST",
    "path": "/v1/reports/{id}/adjudicate",
    "summary": "Decide to engage the candidate of a report, or begin an adverse action",
    "allowedWhen": {
      "status": [
        "complete"
      ],
      "adjudication": [
        null,
        "pre_adverse_action"
      ]
    },
    "guard": "engage: the report is complete; adverse_action: the report is complete with the result consider, and a finding of it is named"
  },
  "listAdverseActions": {
    "method": "GET",
    "path": "/v1/adverse-actions",
    "summary": "List adverse actions",
    "filters": {
      "reportId": {
        "type": "string"
      },
      "candidateId": {
        "type": "string"
      },
      "stage": {
        "type": "string",
        "enum": [
          "pre-notice",
          "dispute",
          "final-notice"
        ]
      },
      "status": {
        "type": "string",
        "enum": [
          "open",
          "completed",
          "canceled"
        ]
      }
    }
  },
  "getAdverseAction": {
    "method": "GET",
    "path": "/v1/adverse-actions/{id}",
    "summary": "Get an adverse action"
  },
  "disputeAdverseAction": {
    "method": "POST",
    "path": "/v1/adverse-actions/{id}/dispute",
    "summary": "File a dispute for the candidate, which stops the waiting period",
    "allowedWhen": {
      "phase": [
        "pre-notice"
      ]
    },
    "guard": "it names something that the action is based on; the candidate may do it too"
  },
  "resolveAdverseActionDispute": {
    "method": "POST",
    "path": "/v1/adverse-actions/{id}/resolve-dispute",
    "summary": "Resolve the dispute of an adverse action",
    "allowedWhen": {
      "phase": [
        "dispute-open"
      ]
    }
  },
  "sendFinalNotice": {
    "method": "POST",
    "path": "/v1/adverse-actions/{id}/final-notice",
    "summary": "Send the final notice now, after the waiting period",
    "allowedWhen": {
      "phase": [
        "pre-notice",
        "dispute-resolved"
      ]
    },
    "guard": "the waiting period is over; the service does it when it is scheduled"
  },
  "rescheduleFinalNotice": {
    "method": "POST",
    "path": "/v1/adverse-actions/{id}/reschedule",
    "summary": "Set when the service sends the final notice",
    "allowedWhen": {
      "phase": [
        "pre-notice",
        "dispute-resolved"
      ]
    },
    "guard": "the time is not before the end of the waiting period"
  },
  "cancelAdverseAction": {
    "method": "POST",
    "path": "/v1/adverse-actions/{id}/cancel",
    "summary": "Cancel an adverse action, after which its report can be adjudicated again",
    "allowedWhen": {
      "phase": [
        "pre-notice",
        "dispute-open",
        "dispute-resolved"
      ]
    }
  },
  "createBulkImport": {
    "method": "POST",
    "path": "/v1/bulk-imports",
    "summary": "Validate a roster CSV against the roles",
    "filters": {
      "roleId": {
        "description": "The role of all rows, which then need no column `role`.",
        "type": "string",
        "maxLength": 255
      },
      "fileName": {
        "description": "Default: that of the form.",
        "type": "string",
        "minLength": 1,
        "maxLength": 255
      }
    }
  },
  "listBulkImports": {
    "method": "GET",
    "path": "/v1/bulk-imports",
    "summary": "List bulk imports",
    "filters": {
      "status": {
        "type": "string",
        "enum": [
          "validating",
          "validated",
          "committing",
          "committed",
          "rejected"
        ]
      }
    }
  },
  "getBulkImport": {
    "method": "GET",
    "path": "/v1/bulk-imports/{id}",
    "summary": "Get a bulk import"
  },
  "listBulkImportRows": {
    "method": "GET",
    "path": "/v1/bulk-imports/{id}/rows",
    "summary": "List the rows of a bulk import, in the order of the file",
    "filters": {
      "status": {
        "type": "string",
        "enum": [
          "valid",
          "pending",
          "missing"
        ]
      }
    }
  },
  "exportBulkImportRows": {
    "method": "GET",
    "path": "/v1/bulk-imports/{id}/rows.csv",
    "summary": "Export the rows of a bulk import with their issues"
  },
  "commitBulkImport": {
    "method": "POST",
    "path": "/v1/bulk-imports/{id}/commit",
    "summary": "Create candidates and onboardings for the valid and pending rows",
    "allowedWhen": {
      "status": [
        "validated"
      ]
    }
  },
  "getRosterTemplate": {
    "method": "GET",
    "path": "/v1/roles/{id}/roster-template.csv",
    "summary": "Get a roster CSV to fill in for a role"
  },
  "listCheckTypes": {
    "method": "GET",
    "path": "/v1/check-types",
    "summary": "List the checks that can be ordered"
  },
  "getCheckType": {
    "method": "GET",
    "path": "/v1/check-types/{slug}",
    "summary": "Get a check type"
  },
  "listPackages": {
    "method": "GET",
    "path": "/v1/packages",
    "summary": "List packages, with what they cost now",
    "filters": {
      "archived": {
        "description": "Default: the archived ones too.",
        "type": "string",
        "enum": [
          "true",
          "false"
        ]
      }
    }
  },
  "createPackage": {
    "method": "POST",
    "path": "/v1/packages",
    "summary": "Create a package from any combination of checks"
  },
  "getPackage": {
    "method": "GET",
    "path": "/v1/packages/{id}",
    "summary": "Get a package, with what it costs now"
  },
  "changePackage": {
    "method": "PATCH",
    "path": "/v1/packages/{id}",
    "summary": "Change a package, for reports that are ordered from now on",
    "allowedWhen": {
      "archived": [
        false
      ]
    }
  },
  "archivePackage": {
    "method": "DELETE",
    "path": "/v1/packages/{id}",
    "summary": "Archive a package that no active role orders; its reports go on",
    "allowedWhen": {
      "archived": [
        false
      ]
    },
    "guard": "no active role orders it"
  },
  "listRoles": {
    "method": "GET",
    "path": "/v1/roles",
    "summary": "List roles",
    "filters": {
      "archived": {
        "description": "Default: the archived ones too.",
        "type": "string",
        "enum": [
          "true",
          "false"
        ]
      }
    }
  },
  "createRole": {
    "method": "POST",
    "path": "/v1/roles",
    "summary": "Create a role with its required credentials and checks"
  },
  "getRole": {
    "method": "GET",
    "path": "/v1/roles/{id}",
    "summary": "Get a role"
  },
  "changeRole": {
    "method": "PATCH",
    "path": "/v1/roles/{id}",
    "summary": "Change a role",
    "allowedWhen": {
      "archived": [
        false
      ]
    }
  },
  "archiveRole": {
    "method": "DELETE",
    "path": "/v1/roles/{id}",
    "summary": "Archive a role; invitations and onboardings to it go on",
    "allowedWhen": {
      "archived": [
        false
      ]
    }
  },
  "listApiKeys": {
    "method": "GET",
    "path": "/v1/api-keys",
    "summary": "List API keys",
    "filters": {
      "integrationId": {
        "type": "string"
      }
    }
  },
  "createApiKey": {
    "method": "POST",
    "path": "/v1/api-keys",
    "summary": "Create an API key, whose secret is shown once"
  },
  "getApiKey": {
    "method": "GET",
    "path": "/v1/api-keys/{id}",
    "summary": "Get an API key, without its secret"
  },
  "updateApiKey": {
    "method": "PATCH",
    "path": "/v1/api-keys/{id}",
    "summary": "Change the label or the allowed origins of an API key",
    "allowedWhen": {
      "revokedAt": [
        null
      ]
    }
  },
  "revokeApiKey": {
    "method": "POST",
    "path": "/v1/api-keys/{id}/revoke",
    "summary": "Revoke an API key, at once and for good",
    "allowedWhen": {
      "revokedAt": [
        null
      ]
    }
  },
  "getApiKeyUsage": {
    "method": "GET",
    "path": "/v1/api-keys/{id}/usage",
    "summary": "Count the requests that were made with an API key"
  },
  "listApiRequests": {
    "method": "GET",
    "path": "/v1/api-requests",
    "summary": "List the requests to this API"
  },
  "getApiRequest": {
    "method": "GET",
    "path": "/v1/api-requests/{id}",
    "summary": "Get a request by the Service-Request-Id of its answer"
  },
  "getAccount": {
    "method": "GET",
    "path": "/v1/account",
    "summary": "Get the account, or the tenant, of the key"
  },
  "changeAccount": {
    "method": "PATCH",
    "path": "/v1/account",
    "summary": "Change the account, or the tenant, of the key"
  },
  "provisionTenant": {
    "method": "POST",
    "path": "/v1/partner/tenants",
    "summary": "Create a tenant with a key of its own, which is shown once",
    "partner": true
  },
  "listTenants": {
    "method": "GET",
    "path": "/v1/partner/tenants",
    "summary": "List the tenants that the partner has provisioned",
    "partner": true,
    "filters": {
      "status": {
        "type": "string",
        "enum": [
          "active",
          "suspended",
          "closed"
        ]
      }
    }
  },
  "getTenant": {
    "method": "GET",
    "path": "/v1/partner/tenants/{tenantId}",
    "summary": "Get a tenant",
    "partner": true
  },
  "changeTenant": {
    "method": "PATCH",
    "path": "/v1/partner/tenants/{tenantId}",
    "summary": "Change a tenant",
    "partner": true,
    "allowedWhen": {
      "status": [
        "active",
        "suspended"
      ]
    }
  },
  "setTenantPricing": {
    "method": "PUT",
    "path": "/v1/partner/tenants/{tenantId}/pricing",
    "summary": "Replace all prices of a tenant, for reports that are ordered from now on",
    "partner": true,
    "allowedWhen": {
      "status": [
        "active",
        "suspended"
      ]
    }
  },
  "suspendTenant": {
    "method": "POST",
    "path": "/v1/partner/tenants/{tenantId}/suspend",
    "summary": "Suspend a tenant: its keys are refused, and its deliveries go on",
    "partner": true,
    "allowedWhen": {
      "status": [
        "active"
      ]
    }
  },
  "reactivateTenant": {
    "method": "POST",
    "path": "/v1/partner/tenants/{tenantId}/reactivate",
    "summary": "Let a suspended tenant go on",
    "partner": true,
    "allowedWhen": {
      "status": [
        "suspended"
      ]
    }
  },
  "closeTenant": {
    "method": "POST",
    "path": "/v1/partner/tenants/{tenantId}/close",
    "summary": "Close a tenant for good, and revoke its keys",
    "partner": true,
    "allowedWhen": {
      "status": [
        "active",
        "suspended"
      ]
    }
  },
  "getPriceBook": {
    "method": "GET",
    "path": "/v1/partner/price-book",
    "summary": "Get the prices of the partner for all its tenants",
    "partner": true
  },
  "setPriceBook": {
    "method": "PUT",
    "path": "/v1/partner/price-book",
    "summary": "Replace all prices of the partner, for reports that its tenants order from now on",
    "partner": true
  }
} as const;
