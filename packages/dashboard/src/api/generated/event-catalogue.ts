// Generated from the types of the core and the fixtures by docs/test/events-page.test.ts. Do not edit.

export const eventCatalogue = {
  "envelope": [
    {
      "name": "id",
      "type": "string",
      "nullable": false,
      "what": "The same in every delivery of the event: the key of deduplication. At most 255 characters."
    },
    {
      "name": "type",
      "type": "string",
      "nullable": false,
      "what": "One of the types on this page, or a newer one."
    },
    {
      "name": "created",
      "type": "string",
      "nullable": false,
      "what": "When the event happened: ISO 8601, UTC."
    },
    {
      "name": "data",
      "type": "object",
      "nullable": false,
      "what": "The whole object at the time of the event, not a reference to it."
    }
  ],
  "record": [
    {
      "name": "verificationId",
      "type": "string",
      "nullable": false,
      "what": "Identifier of the verification."
    },
    {
      "name": "externalId",
      "type": "string",
      "nullable": false,
      "what": "Your own reference, from the creation of the verification."
    },
    {
      "name": "integrationId",
      "type": "string",
      "nullable": false,
      "what": "The integration that the verification belongs to."
    },
    {
      "name": "sessionId",
      "type": "string",
      "nullable": false,
      "what": "Identifier of the session in which the document was captured."
    },
    {
      "name": "sessionReference",
      "type": "string",
      "nullable": false,
      "what": "Reference of that session."
    },
    {
      "name": "documentConfigSlug",
      "type": "string",
      "nullable": false,
      "what": "Slug of the document configuration; it decides which keys `formData` has."
    },
    {
      "name": "checkTypeSlug",
      "type": "string",
      "nullable": false,
      "what": "Slug of the check type."
    },
    {
      "name": "state",
      "type": "string",
      "nullable": false,
      "what": "Two-letter state code."
    },
    {
      "name": "status",
      "type": "string",
      "nullable": false,
      "what": "`VERIFIED` when the issuing source confirmed the document. The specification shows no other value."
    },
    {
      "name": "verified",
      "type": "boolean",
      "nullable": false,
      "what": "True when the issuing source confirmed the document."
    },
    {
      "name": "formData",
      "type": "object",
      "nullable": false,
      "what": "Extracted and confirmed fields; the keys depend on `documentConfigSlug`. Type them with the `formData` schemas."
    },
    {
      "name": "verificationFileUploads",
      "type": "array of strings",
      "nullable": false,
      "what": "URLs of the files captured during verification."
    },
    {
      "name": "errorMessage",
      "type": "string",
      "nullable": true,
      "what": "Why the verification failed; null when there is no error."
    },
    {
      "name": "attemptCount",
      "type": "integer",
      "nullable": false,
      "what": "Number of verification attempts, not of delivery attempts."
    },
    {
      "name": "metadata",
      "type": "object",
      "nullable": false,
      "what": "Whatever you supplied at creation; the service never interprets it. Type it with the `metadata` schema."
    },
    {
      "name": "createdAt",
      "type": "string",
      "nullable": false,
      "what": "When the verification was created: ISO 8601, UTC."
    },
    {
      "name": "completedAt",
      "type": "string",
      "nullable": false,
      "what": "When its result was known: ISO 8601, UTC."
    }
  ],
  "types": [
    {
      "type": "document_verification.completed",
      "what": "Confirmed by the issuing source.",
      "emitted": true,
      "differs": {
        "verified": "true",
        "status": "VERIFIED",
        "errorMessage": "null"
      },
      "example": {
        "id": "evt_027vhcl0lbmakx",
        "type": "document_verification.completed",
        "created": "2026-11-20T10:01:13.000Z",
        "data": {
          "verificationId": "dv_5m2kq7xw3t9cjh4nzr8v6pfb",
          "externalId": "clinician-4711",
          "integrationId": "int_b7h2vx9q4kzmw3tn8rcjp6fd",
          "sessionId": "dvs_k4wn8z2rq6xvt3mh9cjb7pf5",
          "sessionReference": "onboarding-2026-11-4711",
          "documentConfigSlug": "rn-license",
          "checkTypeSlug": "nursing-license",
          "state": "CA",
          "status": "VERIFIED",
          "verified": true,
          "formData": {
            "licenseNumber": "RN954321",
            "holderName": "Maria Fernanda Ortiz",
            "issuedOn": "2019-06-01",
            "expiresOn": "2027-05-31"
          },
          "verificationFileUploads": [
            "https://files.example.com/v/5m2kq7xw/front.jpg"
          ],
          "errorMessage": null,
          "attemptCount": 1,
          "metadata": {
            "orderId": "ord_20817",
            "facility": "Bayview General"
          },
          "createdAt": "2026-11-20T09:58:41.120Z",
          "completedAt": "2026-11-20T09:58:47.903Z"
        }
      }
    },
    {
      "type": "document_verification.failed",
      "what": "Could not be verified, or every attempt was exhausted.",
      "emitted": true,
      "differs": {
        "verified": "false",
        "status": "FAILED",
        "errorMessage": "a message"
      },
      "example": {
        "id": "evt_1s1bdax0a614kt",
        "type": "document_verification.failed",
        "created": "2026-11-20T10:01:13.000Z",
        "data": {
          "verificationId": "dv_5m2kq7xw3t9cjh4nzr8v6pfb",
          "externalId": "clinician-4711",
          "integrationId": "int_b7h2vx9q4kzmw3tn8rcjp6fd",
          "sessionId": "dvs_k4wn8z2rq6xvt3mh9cjb7pf5",
          "sessionReference": "onboarding-2026-11-4711",
          "documentConfigSlug": "rn-license",
          "checkTypeSlug": "nursing-license",
          "state": "CA",
          "status": "FAILED",
          "verified": false,
          "formData": {
            "licenseNumber": "RN954321",
            "holderName": "Maria Fernanda Ortiz",
            "issuedOn": "2019-06-01",
            "expiresOn": "2027-05-31"
          },
          "verificationFileUploads": [
            "https://files.example.com/v/5m2kq7xw/front.jpg"
          ],
          "errorMessage": "No license with this number was found at the issuing source.",
          "attemptCount": 3,
          "metadata": {
            "orderId": "ord_20817",
            "facility": "Bayview General"
          },
          "createdAt": "2026-11-20T09:58:41.120Z",
          "completedAt": "2026-11-20T10:01:12.455Z"
        }
      }
    },
    {
      "type": "document_verification.recorded",
      "what": "Captured and stored; no verification source is configured. Not a failure.",
      "emitted": true,
      "differs": {
        "verified": "false",
        "status": "RECORDED",
        "errorMessage": "null"
      },
      "example": {
        "id": "evt_1yrnsas02nm68y",
        "type": "document_verification.recorded",
        "created": "2026-11-20T10:01:13.000Z",
        "data": {
          "verificationId": "dv_5m2kq7xw3t9cjh4nzr8v6pfb",
          "externalId": "clinician-4711",
          "integrationId": "int_b7h2vx9q4kzmw3tn8rcjp6fd",
          "sessionId": "dvs_k4wn8z2rq6xvt3mh9cjb7pf5",
          "sessionReference": "onboarding-2026-11-4711",
          "documentConfigSlug": "cpr-card",
          "checkTypeSlug": "certification",
          "state": "CA",
          "status": "RECORDED",
          "verified": false,
          "formData": {
            "holderName": "Maria Fernanda Ortiz",
            "issuer": "Red Cross",
            "expiresOn": "2027-01-15"
          },
          "verificationFileUploads": [
            "https://files.example.com/v/5m2kq7xw/front.jpg"
          ],
          "errorMessage": null,
          "attemptCount": 1,
          "metadata": {
            "orderId": "ord_20817",
            "facility": "Bayview General"
          },
          "createdAt": "2026-11-20T09:58:41.120Z",
          "completedAt": "2026-11-20T09:58:47.903Z"
        }
      }
    },
    {
      "type": "report.completed",
      "what": "Not emitted yet. All checks of the report have finished. The payload is not specified.",
      "emitted": false,
      "differs": {},
      "example": {
        "id": "evt_1eam67g0s684oy",
        "type": "report.completed",
        "created": "2026-11-20T10:01:13.000Z",
        "data": {
          "reportId": "rpt_8c3vq5zk2xw7mtn9h4rjbp6f",
          "status": "complete"
        }
      }
    },
    {
      "type": "candidate.completed",
      "what": "Not emitted yet. The candidate has completed their information. The payload is not specified.",
      "emitted": false,
      "differs": {},
      "example": {
        "id": "evt_1duzn1x0h8g6pd",
        "type": "candidate.completed",
        "created": "2026-11-20T10:01:13.000Z",
        "data": {
          "candidateId": "cand_2x7kq9vw4zt3mhn8rcjbp6f5"
        }
      }
    }
  ]
};
