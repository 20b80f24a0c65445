// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.

import type { JsonSchema } from '../json-schema.js';

export const requestBodies = {
  "createDocumentVerification": {
    "type": "object",
    "properties": {
      "documentConfigSlug": {
        "type": "string",
        "pattern": "^[a-z0-9][a-z0-9-]{0,59}$"
      },
      "state": {
        "type": "string",
        "pattern": "^[A-Z]{2}$",
        "examples": [
          "CA",
          "NY",
          "PR"
        ]
      },
      "integrationId": {
        "description": "Default: the integration of the key.",
        "type": "string"
      },
      "externalId": {
        "description": "Default: the verificationId.",
        "type": "string",
        "minLength": 1,
        "maxLength": 255
      },
      "candidateId": {
        "description": "Whose document it is: it then counts for the requirements of their roles.",
        "type": "string"
      },
      "sessionId": {
        "description": "Default: a new session.",
        "type": "string"
      },
      "formData": {
        "type": "object",
        "description": "The keys depend on the document configuration.",
        "default": {}
      },
      "fileIds": {
        "default": [],
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "metadata": {
        "type": "object",
        "description": "At most 50 keys of 40 characters; values of 500.",
        "default": {}
      }
    },
    "required": [
      "documentConfigSlug",
      "state"
    ]
  },
  "submitDocumentVerification": {
    "type": "object",
    "properties": {
      "formData": {
        "type": "object",
        "description": "Added to the fields that are there.",
        "default": {}
      },
      "fileIds": {
        "default": [],
        "description": "Added to the files that are there.",
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string"
        }
      }
    }
  },
  "createVerificationSession": {
    "type": "object",
    "properties": {
      "integrationId": {
        "description": "Default: the integration of the key.",
        "type": "string"
      },
      "reference": {
        "description": "Default: the id of the session.",
        "type": "string",
        "minLength": 1,
        "maxLength": 255
      },
      "documentConfigSlugs": {
        "default": [],
        "description": "The documents that can be submitted in it. Default: all.",
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string",
          "pattern": "^[a-z0-9][a-z0-9-]{0,59}$"
        }
      }
    }
  },
  "createIntegration": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      }
    },
    "required": [
      "name"
    ]
  },
  "changeIntegration": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      }
    },
    "description": "The slug stays."
  },
  "createWebhookEndpoint": {
    "type": "object",
    "properties": {
      "url": {
        "type": "string",
        "maxLength": 2048
      },
      "owner": {
        "description": "For an endpoint of the account, in place of `integrationId`.",
        "type": "string",
        "const": "account"
      },
      "integrationId": {
        "description": "Default: the integration of the key.",
        "type": "string"
      },
      "eventTypes": {
        "description": "Default: all document verification events; none for the account.",
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "retryPolicy": {
        "type": "object",
        "properties": {
          "maxAttempts": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10
          },
          "backoff": {
            "type": "string",
            "enum": [
              "exponential",
              "fixed"
            ]
          },
          "initialDelaySeconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 3600
          },
          "multiplier": {
            "type": "number",
            "minimum": 1,
            "maximum": 5
          },
          "maxDelaySeconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 86400,
            "description": "No delay is longer."
          },
          "timeoutSeconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 30
          }
        },
        "description": "What is left out stays, or is the default."
      },
      "includeRelated": {
        "default": false,
        "type": "boolean"
      },
      "description": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "url"
    ]
  },
  "changeWebhookEndpoint": {
    "type": "object",
    "properties": {
      "url": {
        "type": "string",
        "maxLength": 2048
      },
      "eventTypes": {
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "retryPolicy": {
        "type": "object",
        "properties": {
          "maxAttempts": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10
          },
          "backoff": {
            "type": "string",
            "enum": [
              "exponential",
              "fixed"
            ]
          },
          "initialDelaySeconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 3600
          },
          "multiplier": {
            "type": "number",
            "minimum": 1,
            "maximum": 5
          },
          "maxDelaySeconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 86400,
            "description": "No delay is longer."
          },
          "timeoutSeconds": {
            "type": "number",
            "minimum": 1,
            "maximum": 30
          }
        },
        "description": "What is left out stays, or is the default."
      },
      "includeRelated": {
        "type": "boolean"
      },
      "description": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 255
          },
          {
            "type": "null"
          }
        ]
      }
    }
  },
  "resumeWebhookEndpoint": {
    "type": "object",
    "properties": {
      "discard": {
        "default": false,
        "description": "Cancels the held deliveries.",
        "type": "boolean"
      }
    }
  },
  "rollWebhookEndpointSecret": {
    "type": "object",
    "properties": {
      "overlapSeconds": {
        "default": 86400,
        "description": "How long deliveries are signed with the former secret too.",
        "type": "integer",
        "minimum": 0,
        "maximum": 604800
      },
      "force": {
        "default": false,
        "description": "Rolls during an overlap as well. The oldest secret ends at once.",
        "type": "boolean"
      }
    }
  },
  "recoverWebhookDeliveries": {
    "type": "object",
    "properties": {
      "since": {
        "type": "string",
        "format": "date-time",
        "description": "Deliveries created at this time or later."
      },
      "until": {
        "description": "Deliveries created at this time or earlier. Default: now.",
        "type": "string",
        "format": "date-time"
      }
    },
    "required": [
      "since"
    ]
  },
  "testWebhookEndpoint": {
    "type": "object",
    "properties": {
      "eventType": {
        "type": "string",
        "maxLength": 100,
        "description": "See `GET /v1/event-types`."
      }
    },
    "required": [
      "eventType"
    ]
  },
  "createCandidate": {
    "type": "object",
    "properties": {
      "firstName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "lastName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "format": "email",
        "examples": [
          "maria.ortiz@example.com"
        ]
      },
      "externalId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "description": "The caller's own reference."
      },
      "phone": {
        "type": "string",
        "pattern": "^\\+?[\\d ().-]{7,20}$",
        "examples": [
          "+1 415 555 0100"
        ]
      },
      "dateOfBirth": {
        "type": "string",
        "format": "date",
        "examples": [
          "1990-02-28"
        ]
      },
      "ssnLast4": {
        "type": "string",
        "pattern": "^\\d{4}$",
        "examples": [
          "6789"
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
      "authorizedAt": {
        "description": "When the candidate authorized checks, as the caller says. It is not checked.",
        "type": "string",
        "format": "date-time"
      },
      "metadata": {
        "type": "object",
        "description": "At most 50 keys of 40 characters; values of 500.",
        "default": {}
      }
    },
    "required": [
      "firstName",
      "lastName",
      "email"
    ]
  },
  "updateCandidate": {
    "type": "object",
    "properties": {
      "firstName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "lastName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "email": {
        "type": "string",
        "maxLength": 254,
        "format": "email",
        "examples": [
          "maria.ortiz@example.com"
        ]
      },
      "externalId": {
        "anyOf": [
          {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "The caller's own reference."
          },
          {
            "type": "null"
          }
        ]
      },
      "phone": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^\\+?[\\d ().-]{7,20}$",
            "examples": [
              "+1 415 555 0100"
            ]
          },
          {
            "type": "null"
          }
        ]
      },
      "dateOfBirth": {
        "anyOf": [
          {
            "type": "string",
            "format": "date",
            "examples": [
              "1990-02-28"
            ]
          },
          {
            "type": "null"
          }
        ]
      },
      "ssnLast4": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^\\d{4}$",
            "examples": [
              "6789"
            ]
          },
          {
            "type": "null"
          }
        ]
      },
      "workState": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^[A-Z]{2}$",
            "examples": [
              "CA",
              "NY",
              "PR"
            ]
          },
          {
            "type": "null"
          }
        ]
      },
      "authorizedAt": {
        "description": "When the candidate authorized checks, as the caller says. It is not checked.",
        "type": "string",
        "format": "date-time"
      },
      "metadata": {
        "type": "object",
        "description": "At most 50 keys of 40 characters; values of 500."
      }
    },
    "description": "Null removes an optional field."
  },
  "createInvitation": {
    "type": "object",
    "properties": {
      "candidateId": {
        "type": "string"
      },
      "roleId": {
        "type": "string"
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
      "packageId": {
        "description": "Default: the package of the role.",
        "type": "string"
      },
      "integrationId": {
        "description": "Default: the integration of the key, or else the oldest one of the account.",
        "type": "string"
      },
      "expiresInDays": {
        "default": 7,
        "description": "It expires at the end of the day, in the time zone of the account.",
        "type": "integer",
        "minimum": 1,
        "maximum": 90
      },
      "redirectUrl": {
        "description": "Where the last page of the intake links to.",
        "type": "string",
        "maxLength": 2048,
        "examples": [
          "https://facility.example/welcome"
        ]
      },
      "sendEmail": {
        "default": true,
        "description": "Whether the candidate gets a mail.",
        "type": "boolean"
      }
    },
    "required": [
      "candidateId",
      "roleId",
      "workState"
    ]
  },
  "createOnboarding": {
    "type": "object",
    "properties": {
      "candidateId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255
      },
      "roleId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255
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
      "sendInvitation": {
        "default": false,
        "description": "Also invites the candidate to the hosted intake of the role.",
        "type": "boolean"
      }
    },
    "required": [
      "candidateId",
      "roleId",
      "workState"
    ]
  },
  "createReport": {
    "type": "object",
    "properties": {
      "candidateId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 60
      },
      "packageId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 60
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
      "metadata": {
        "type": "object",
        "description": "At most 50 keys of 40 characters; values of 500.",
        "default": {}
      }
    },
    "required": [
      "candidateId",
      "packageId",
      "workState"
    ]
  },
  "supplyReportInformation": {
    "type": "object",
    "properties": {
      "dateOfBirth": {
        "type": "string",
        "format": "date",
        "examples": [
          "1990-02-28"
        ]
      },
      "ssnLast4": {
        "type": "string",
        "pattern": "^\\d{4}$",
        "examples": [
          "6789"
        ]
      },
      "phone": {
        "type": "string",
        "pattern": "^\\+?[\\d ().-]{7,20}$",
        "examples": [
          "+1 415 555 0100"
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
      }
    },
    "description": "At least one field of the candidate.",
    "minProperties": 1
  },
  "adjudicateReport": {
    "type": "object",
    "properties": {
      "decision": {
        "type": "string",
        "enum": [
          "engage",
          "adverse_action"
        ]
      },
      "recordIds": {
        "description": "The records that an adverse action is based on.",
        "maxItems": 500,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 100
        }
      },
      "checkIds": {
        "description": "The checks that it is based on: `consider` or `unable_to_verify`, without records.",
        "maxItems": 500,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 100
        }
      },
      "waitingPeriodDays": {
        "description": "Calendar days from the pre-notice to the final notice. Default 7.",
        "type": "integer",
        "minimum": 7,
        "maximum": 30
      },
      "note": {
        "description": "For the reader of the report.",
        "type": "string",
        "maxLength": 2000
      }
    },
    "required": [
      "decision"
    ],
    "description": "An adverse action needs at least one record or check. A decision to engage takes neither, and no waiting period."
  },
  "disputeAdverseAction": {
    "type": "object",
    "properties": {
      "statement": {
        "type": "string",
        "minLength": 1,
        "maxLength": 5000,
        "description": "What is wrong, in their words."
      },
      "recordIds": {
        "description": "Default: all, unless checkIds are given.",
        "maxItems": 500,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 100
        }
      },
      "checkIds": {
        "description": "Default: all, unless recordIds are given.",
        "maxItems": 500,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 100
        }
      }
    },
    "required": [
      "statement"
    ],
    "description": "The dispute of a candidate."
  },
  "resolveAdverseActionDispute": {
    "type": "object",
    "properties": {
      "outcome": {
        "type": "string",
        "enum": [
          "accurate",
          "amended",
          "withdrawn"
        ],
        "description": "`amended` deletes what is disputed from the report. The others change nothing."
      }
    },
    "required": [
      "outcome"
    ]
  },
  "rescheduleFinalNotice": {
    "type": "object",
    "properties": {
      "at": {
        "anyOf": [
          {
            "type": "string",
            "format": "date-time"
          },
          {
            "type": "null"
          }
        ],
        "description": "Null: only when a caller asks for it."
      }
    },
    "required": [
      "at"
    ]
  },
  "createPackage": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "checkTypeSlugs": {
        "minItems": 1,
        "maxItems": 50,
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100
        },
        "description": "Each check at most once.",
        "examples": [
          [
            "ssn-trace",
            "national-criminal"
          ]
        ]
      },
      "priceCents": {
        "description": "Cents of US dollars. Default: the sum of its checks.",
        "type": "integer",
        "minimum": 0,
        "maximum": 1000000
      }
    },
    "required": [
      "name",
      "checkTypeSlugs"
    ]
  },
  "changePackage": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "checkTypeSlugs": {
        "minItems": 1,
        "maxItems": 50,
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100
        },
        "description": "Each check at most once.",
        "examples": [
          [
            "ssn-trace",
            "national-criminal"
          ]
        ]
      },
      "priceCents": {
        "description": "Null: the sum of its checks.",
        "anyOf": [
          {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000000,
            "description": "Cents of US dollars."
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "description": "The slug stays, and so do reports."
  },
  "createRole": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "requirements": {
        "maxItems": 50,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "check",
                "document"
              ]
            },
            "slug": {
              "type": "string",
              "minLength": 1,
              "maxLength": 100,
              "description": "Of a check type, or of a document configuration.",
              "examples": [
                "national-criminal",
                "rn-license"
              ]
            },
            "required": {
              "default": true,
              "type": "boolean"
            },
            "validForDays": {
              "description": "Default: without end.",
              "anyOf": [
                {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 3650
                },
                {
                  "type": "null"
                }
              ]
            },
            "states": {
              "description": "The work states that ask for it, each once. Default: all.",
              "anyOf": [
                {
                  "minItems": 1,
                  "maxItems": 60,
                  "type": "array",
                  "items": {
                    "type": "string",
                    "pattern": "^[A-Z]{2}$",
                    "examples": [
                      "CA",
                      "NY",
                      "PR"
                    ]
                  }
                },
                {
                  "type": "null"
                }
              ]
            }
          },
          "required": [
            "kind",
            "slug"
          ]
        },
        "description": "The same check or document may be there again for other states."
      },
      "packageId": {
        "anyOf": [
          {
            "type": "string",
            "description": "The package that an invitation to the role orders."
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "required": [
      "name",
      "requirements"
    ]
  },
  "changeRole": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "requirements": {
        "maxItems": 50,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "kind": {
              "type": "string",
              "enum": [
                "check",
                "document"
              ]
            },
            "slug": {
              "type": "string",
              "minLength": 1,
              "maxLength": 100,
              "description": "Of a check type, or of a document configuration.",
              "examples": [
                "national-criminal",
                "rn-license"
              ]
            },
            "required": {
              "default": true,
              "type": "boolean"
            },
            "validForDays": {
              "description": "Default: without end.",
              "anyOf": [
                {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 3650
                },
                {
                  "type": "null"
                }
              ]
            },
            "states": {
              "description": "The work states that ask for it, each once. Default: all.",
              "anyOf": [
                {
                  "minItems": 1,
                  "maxItems": 60,
                  "type": "array",
                  "items": {
                    "type": "string",
                    "pattern": "^[A-Z]{2}$",
                    "examples": [
                      "CA",
                      "NY",
                      "PR"
                    ]
                  }
                },
                {
                  "type": "null"
                }
              ]
            }
          },
          "required": [
            "kind",
            "slug"
          ]
        },
        "description": "The same check or document may be there again for other states."
      },
      "packageId": {
        "anyOf": [
          {
            "type": "string",
            "description": "The package that an invitation to the role orders."
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "description": "The slug stays. Requirements replace all that were there. Null removes the package."
  },
  "createApiKey": {
    "type": "object",
    "properties": {
      "label": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "scope": {
        "type": "string",
        "enum": [
          "full_access",
          "candidate_create"
        ]
      },
      "integrationId": {
        "description": "Default: that of the calling key. With neither, the key is for the whole tenant.",
        "type": "string"
      },
      "allowedOrigins": {
        "default": [],
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 255,
          "examples": [
            "https://www.example.com",
            "http://localhost:3000"
          ]
        },
        "description": "The origins whose pages may create candidates with the key."
      }
    },
    "required": [
      "label",
      "scope"
    ]
  },
  "updateApiKey": {
    "type": "object",
    "properties": {
      "label": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100
      },
      "allowedOrigins": {
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "string",
          "maxLength": 255,
          "examples": [
            "https://www.example.com",
            "http://localhost:3000"
          ]
        },
        "description": "The origins whose pages may create candidates with the key."
      }
    }
  },
  "changeAccount": {
    "type": "object",
    "properties": {
      "name": {
        "type": "string",
        "maxLength": 255,
        "pattern": "\\S"
      },
      "adminEmail": {
        "type": "string",
        "maxLength": 254,
        "format": "email",
        "description": "Of the administrator.",
        "examples": [
          "admin@facility.example"
        ]
      },
      "timeZone": {
        "type": "string",
        "maxLength": 60,
        "description": "An IANA name. Days, such as those of expiry, end by it.",
        "examples": [
          "America/New_York",
          "America/Los_Angeles",
          "Pacific/Honolulu"
        ]
      },
      "brandColor": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^#[0-9a-fA-F]{6}$",
            "description": "On hosted pages.",
            "examples": [
              "#1f6feb"
            ]
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "description": "The slug stays. Null removes the color."
  },
  "provisionTenant": {
    "type": "object",
    "properties": {
      "facilityName": {
        "type": "string",
        "maxLength": 255,
        "pattern": "\\S",
        "description": "The name of the facility."
      },
      "adminEmail": {
        "type": "string",
        "maxLength": 254,
        "format": "email",
        "description": "Of the administrator.",
        "examples": [
          "admin@facility.example"
        ]
      },
      "termsVersion": {
        "type": "string",
        "pattern": "^\\d{4}-(0[1-9]|1[0-2])$",
        "description": "The version of the terms that the tenant has accepted.",
        "examples": [
          "2026-01"
        ]
      },
      "pricing": {
        "type": "object",
        "properties": {
          "packages": {
            "type": "object",
            "description": "Cents by the slug of the package."
          },
          "checkTypes": {
            "type": "object",
            "description": "Cents by the slug of the check type."
          }
        },
        "required": [
          "packages",
          "checkTypes"
        ],
        "examples": [
          {
            "packages": {
              "essential": 1200
            },
            "checkTypes": {}
          }
        ]
      },
      "timeZone": {
        "description": "An IANA name. Default: that of the partner.",
        "type": "string",
        "maxLength": 60,
        "examples": [
          "America/New_York",
          "America/Los_Angeles",
          "Pacific/Honolulu"
        ]
      },
      "brandColor": {
        "type": "string",
        "pattern": "^#[0-9a-fA-F]{6}$",
        "description": "On hosted pages.",
        "examples": [
          "#1f6feb"
        ]
      }
    },
    "required": [
      "facilityName",
      "adminEmail",
      "termsVersion"
    ],
    "description": "facilityName, adminEmail and termsVersion are in the specification of the service. The others are decisions of this sandbox."
  },
  "changeTenant": {
    "type": "object",
    "properties": {
      "facilityName": {
        "type": "string",
        "maxLength": 255,
        "pattern": "\\S"
      },
      "adminEmail": {
        "type": "string",
        "maxLength": 254,
        "format": "email",
        "description": "Of the administrator.",
        "examples": [
          "admin@facility.example"
        ]
      },
      "timeZone": {
        "type": "string",
        "maxLength": 60,
        "description": "An IANA name. Days, such as those of expiry, end by it.",
        "examples": [
          "America/New_York",
          "America/Los_Angeles",
          "Pacific/Honolulu"
        ]
      },
      "brandColor": {
        "anyOf": [
          {
            "type": "string",
            "pattern": "^#[0-9a-fA-F]{6}$",
            "description": "On hosted pages.",
            "examples": [
              "#1f6feb"
            ]
          },
          {
            "type": "null"
          }
        ]
      }
    },
    "description": "The slug stays. Null removes the color."
  },
  "setTenantPricing": {
    "type": "object",
    "properties": {
      "packages": {
        "type": "object",
        "description": "Cents by the slug of the package."
      },
      "checkTypes": {
        "type": "object",
        "description": "Cents by the slug of the check type."
      }
    },
    "required": [
      "packages",
      "checkTypes"
    ],
    "examples": [
      {
        "packages": {
          "essential": 1200
        },
        "checkTypes": {}
      }
    ]
  },
  "setPriceBook": {
    "type": "object",
    "properties": {
      "packages": {
        "type": "object",
        "description": "Cents by the slug of the package."
      },
      "checkTypes": {
        "type": "object",
        "description": "Cents by the slug of the check type."
      }
    },
    "required": [
      "packages",
      "checkTypes"
    ],
    "examples": [
      {
        "packages": {
          "essential": 1200
        },
        "checkTypes": {}
      }
    ]
  }
} as const satisfies Readonly<Record<string, JsonSchema>>;
