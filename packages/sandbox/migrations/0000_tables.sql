CREATE TABLE "adverse_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "adverse_actions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"report_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"phase" text NOT NULL,
	"stage" text NOT NULL,
	"status" text NOT NULL,
	"record_ids" text[] NOT NULL,
	"check_ids" text[] NOT NULL,
	"waiting_period_days" integer NOT NULL,
	"pre_notice_sent_at" timestamp (3) with time zone NOT NULL,
	"final_notice_eligible_at" timestamp (3) with time zone,
	"final_notice_scheduled_at" timestamp (3) with time zone,
	"final_notice_sent_at" timestamp (3) with time zone,
	"dispute" json,
	"wait_left_seconds" integer,
	"canceled_at" timestamp (3) with time zone,
	"history" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key_usage" (
	"key_id" text NOT NULL,
	"day" date NOT NULL,
	"operation_id" text NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	CONSTRAINT "api_key_usage_key_id_day_operation_id_pk" PRIMARY KEY("key_id","day","operation_id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"scope" text NOT NULL,
	"label" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"allowed_origins" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"requests" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_requests_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"key_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation_id" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"object_id" text,
	"request_body" text,
	"request_body_omitted" text,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"principal" text NOT NULL,
	"target" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotent_answers_principal_target_key_pk" PRIMARY KEY("principal","target","key")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "integrations_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"status" text NOT NULL,
	"key_ids" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_import_parts" (
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"rows" json NOT NULL,
	CONSTRAINT "bulk_import_parts_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "bulk_import_rows" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bulk_import_rows_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"import_id" text NOT NULL,
	"line" integer NOT NULL,
	"status" text NOT NULL,
	"role_slug" text,
	"values" json NOT NULL,
	"requirements" json NOT NULL,
	"issues" json NOT NULL,
	"candidate_id" text,
	"onboarding_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bulk_imports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"file_name" text NOT NULL,
	"role_id" text,
	"status" text NOT NULL,
	"row_count" integer NOT NULL,
	"valid_count" integer NOT NULL,
	"pending_count" integer NOT NULL,
	"missing_count" integer NOT NULL,
	"file_issues" json NOT NULL,
	"committed_at" timestamp (3) with time zone,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candidates" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "candidates_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"external_id" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"date_of_birth" date,
	"ssn_last4" text,
	"work_state" text,
	"role_id" text,
	"status" text NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"authorization_source" text,
	"authorized_at" timestamp (3) with time zone,
	"metadata" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faults" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "faults_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"match" json NOT NULL,
	"times_left" integer,
	"probability" double precision NOT NULL,
	"params" json NOT NULL,
	"matched" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "faults_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outbox_messages_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "sink_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sink_requests_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sink" text NOT NULL,
	"method" text NOT NULL,
	"headers" json NOT NULL,
	"body" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sink_requests_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "sinks" (
	"name" text PRIMARY KEY NOT NULL,
	"status" integer NOT NULL,
	"delay_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clock" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"frozen" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"wall_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engine_lease" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"busy" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"payload" json,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tenant_id" text DEFAULT '' NOT NULL,
	"endpoint_id" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "parked_jobs" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parked_jobs_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"payload" json,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tenant_id" text DEFAULT '' NOT NULL,
	"endpoint_id" text,
	"parked_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invitations_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"role_id" text NOT NULL,
	"package_id" text NOT NULL,
	"work_state" text NOT NULL,
	"integration_id" text,
	"status" text NOT NULL,
	"redirect_url" text,
	"answers" json NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"report_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_types" (
	"slug" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "check_types_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"category" text NOT NULL,
	"list_price_cents" integer NOT NULL,
	"typical_duration_seconds" integer NOT NULL,
	"requires" text[] NOT NULL,
	"document_config_slugs" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "packages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"check_type_slugs" text[] NOT NULL,
	"price_cents" integer,
	"custom" boolean NOT NULL,
	"archived" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "checks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"report_id" text NOT NULL,
	"check_type_slug" text NOT NULL,
	"status" text NOT NULL,
	"records" json NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"package_id" text NOT NULL,
	"work_state" text NOT NULL,
	"status" text NOT NULL,
	"result" text,
	"includes_canceled" boolean NOT NULL,
	"adjudication" text,
	"adjudication_note" text,
	"adverse_action_id" text,
	"price_cents" integer NOT NULL,
	"price_source" text NOT NULL,
	"invitation_id" text,
	"request_id" text,
	"metadata" json NOT NULL,
	"estimated_completion_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "onboardings" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "onboardings_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"role_id" text NOT NULL,
	"work_state" text NOT NULL,
	"invitation_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "roles_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"requirements" json NOT NULL,
	"package_id" text,
	"archived" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "prices_tenant_id_kind_slug_pk" PRIMARY KEY("tenant_id","kind","slug")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tenants_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"partner_id" text,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"admin_email" text NOT NULL,
	"terms_version" text NOT NULL,
	"status" text NOT NULL,
	"partner" boolean NOT NULL,
	"time_zone" text NOT NULL,
	"brand_color" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "document_configs" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_configs_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"check_type_slug" text NOT NULL,
	"states" text[] NOT NULL,
	"fields" json NOT NULL,
	"requires_files" boolean NOT NULL,
	"source_slug" text,
	"magic_field" text NOT NULL,
	"digit_aliases" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_verifications_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"external_id" text NOT NULL,
	"candidate_id" text,
	"report_id" text,
	"request_id" text,
	"session_id" text NOT NULL,
	"document_config_id" text NOT NULL,
	"document_config_slug" text NOT NULL,
	"state" text NOT NULL,
	"status" text NOT NULL,
	"form_data" json NOT NULL,
	"metadata" json NOT NULL,
	"file_ids" text[] NOT NULL,
	"error_message" text,
	"attempt_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "file_parts" (
	"file_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "file_parts_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
CREATE TABLE "file_totals" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "files_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "verification_sessions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"reference" text NOT NULL,
	"document_config_slugs" text[] NOT NULL,
	"drafts" json DEFAULT '{}'::json NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_sources" (
	"slug" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "verification_sources_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"jurisdiction" text NOT NULL,
	"availability" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"type" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"body" "bytea" NOT NULL,
	"body_with_related" "bytea",
	"test" boolean DEFAULT false NOT NULL,
	"subject_id" text NOT NULL,
	"external_id" text,
	"request_id" text,
	"deliveries_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"trigger" text NOT NULL,
	"state" text NOT NULL,
	"url" text NOT NULL,
	"request_headers" json NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"response_status" integer,
	"response_headers" json,
	"response_body" text,
	"fault" text,
	"error_code" text,
	"error_message" text
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"endpoint_id" text NOT NULL,
	"status" text NOT NULL,
	"variant" text DEFAULT 'plain' NOT NULL,
	"attempt_count" integer NOT NULL,
	"status_before_replay" text,
	"next_attempt_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"cause" text,
	"failing_since" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery_changes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"delivery_id" text NOT NULL,
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"status" text NOT NULL,
	"attempt_count" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"cause" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"integration_id" text,
	"url" text NOT NULL,
	"event_types" text[] NOT NULL,
	"retry_policy" json NOT NULL,
	"paused" boolean NOT NULL,
	"description" text,
	"include_related" boolean DEFAULT false NOT NULL,
	"secret" text NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"previous_secret" text,
	"previous_secret_expires_at" timestamp (3) with time zone,
	"url_history" json DEFAULT '[]'::json NOT NULL,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"successes_to_recover" integer DEFAULT 0 NOT NULL,
	"in_process" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_listens" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"stays" boolean NOT NULL,
	"silence" integer DEFAULT 0 NOT NULL,
	"looked_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"acting_tenant_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "adverse_actions" ADD CONSTRAINT "adverse_actions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adverse_actions" ADD CONSTRAINT "adverse_actions_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_import_parts" ADD CONSTRAINT "bulk_import_parts_import_id_bulk_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bulk_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_import_rows" ADD CONSTRAINT "bulk_import_rows_import_id_bulk_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bulk_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboardings" ADD CONSTRAINT "onboardings_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboardings" ADD CONSTRAINT "onboardings_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_configs" ADD CONSTRAINT "document_configs_source_slug_verification_sources_slug_fk" FOREIGN KEY ("source_slug") REFERENCES "public"."verification_sources"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_verifications" ADD CONSTRAINT "document_verifications_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_verifications" ADD CONSTRAINT "document_verifications_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_verifications" ADD CONSTRAINT "document_verifications_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_verifications" ADD CONSTRAINT "document_verifications_session_id_verification_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."verification_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_verifications" ADD CONSTRAINT "document_verifications_document_config_id_document_configs_id_fk" FOREIGN KEY ("document_config_id") REFERENCES "public"."document_configs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_listens" ADD CONSTRAINT "webhook_listens_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adverse_actions_list" ON "adverse_actions" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_of_report" ON "adverse_actions" USING btree ("tenant_id","report_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_of_candidate" ON "adverse_actions" USING btree ("tenant_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_by_stage" ON "adverse_actions" USING btree ("tenant_id","stage","created_at","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_by_status" ON "adverse_actions" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "api_keys_of_integration" ON "api_keys" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "api_keys_live" ON "api_keys" USING btree ("tenant_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "api_keys_by_origin" ON "api_keys" USING gin ("allowed_origins") WHERE scope = 'candidate_create' and revoked_at is null;--> statement-breakpoint
CREATE INDEX "api_requests_list" ON "api_requests" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "api_requests_of_integration" ON "api_requests" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "api_requests_shown" ON "api_requests" USING btree ("tenant_id","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_of_integration_shown" ON "api_requests" USING btree ("integration_id","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_by_status" ON "api_requests" USING btree ("tenant_id",(status / 100),"created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_of_integration_by_status" ON "api_requests" USING btree ("integration_id",(status / 100),"created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_by_method" ON "api_requests" USING btree ("tenant_id","method","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_of_integration_by_method" ON "api_requests" USING btree ("integration_id","method","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_by_path" ON "api_requests" USING btree ("tenant_id","path","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_of_integration_by_path" ON "api_requests" USING btree ("integration_id","path","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_by_key" ON "api_requests" USING btree ("tenant_id","key_id","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_of_integration_by_key" ON "api_requests" USING btree ("integration_id","key_id","created_at","seq") WHERE not (key_id = 'dashboard' and method = 'GET');--> statement-breakpoint
CREATE INDEX "api_requests_by_object" ON "api_requests" USING btree ("tenant_id","object_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "idempotent_answers_age" ON "idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "integrations_list" ON "integrations" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "integrations_by_status" ON "integrations" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "integrations_by_slug" ON "integrations" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "bulk_import_rows_list" ON "bulk_import_rows" USING btree ("import_id","line");--> statement-breakpoint
CREATE INDEX "bulk_import_rows_by_status" ON "bulk_import_rows" USING btree ("import_id","status","line");--> statement-breakpoint
CREATE INDEX "bulk_imports_list" ON "bulk_imports" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "bulk_imports_by_status" ON "bulk_imports" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "bulk_imports_of_integration" ON "bulk_imports" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "candidates_list" ON "candidates" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "candidates_by_external_id" ON "candidates" USING btree ("tenant_id","external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "candidates_by_email" ON "candidates" USING btree ("tenant_id","email","created_at","seq");--> statement-breakpoint
CREATE INDEX "candidates_by_lower_email" ON "candidates" USING btree ("tenant_id",lower("email"));--> statement-breakpoint
CREATE INDEX "candidates_by_role" ON "candidates" USING btree ("tenant_id","role_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "candidates_by_status" ON "candidates" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "sink_requests_list" ON "sink_requests" USING btree ("sink","seq");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at","seq");--> statement-breakpoint
CREATE INDEX "jobs_due_of_endpoint" ON "jobs" USING btree ("endpoint_id","due_at","seq");--> statement-breakpoint
CREATE INDEX "jobs_due_of_tenant" ON "jobs" USING btree ("tenant_id","due_at","seq");--> statement-breakpoint
CREATE INDEX "jobs_due_of_none" ON "jobs" USING btree ("due_at","seq") WHERE endpoint_id is null;--> statement-breakpoint
CREATE INDEX "jobs_ref" ON "jobs" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "jobs_held" ON "jobs" USING btree ("endpoint_id") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "invitations_list" ON "invitations" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "invitations_of_candidate" ON "invitations" USING btree ("tenant_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "invitations_by_status" ON "invitations" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "invitations_of_integration" ON "invitations" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "packages_list" ON "packages" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "packages_by_archived" ON "packages" USING btree ("tenant_id","archived","created_at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_by_slug" ON "packages" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "checks_of_report" ON "checks" USING btree ("report_id","seq");--> statement-breakpoint
CREATE INDEX "reports_list" ON "reports" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_of_candidate" ON "reports" USING btree ("tenant_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_of_package" ON "reports" USING btree ("tenant_id","package_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_status" ON "reports" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_result" ON "reports" USING btree ("tenant_id","result","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_adjudication" ON "reports" USING btree ("tenant_id","adjudication","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_work_state" ON "reports" USING btree ("tenant_id","work_state","created_at","seq");--> statement-breakpoint
CREATE INDEX "onboardings_list" ON "onboardings" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "onboardings_of_candidate" ON "onboardings" USING btree ("tenant_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "onboardings_of_role" ON "onboardings" USING btree ("tenant_id","role_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "roles_list" ON "roles" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "roles_by_archived" ON "roles" USING btree ("tenant_id","archived","created_at","seq");--> statement-breakpoint
CREATE INDEX "roles_of_package" ON "roles" USING btree ("package_id","archived","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_by_slug" ON "roles" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "tenants_of_partner" ON "tenants" USING btree ("partner_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "tenants_of_partner_by_status" ON "tenants" USING btree ("partner_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_configs_list" ON "document_configs" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "document_configs_by_slug" ON "document_configs" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "document_verifications_list" ON "document_verifications" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration" ON "document_verifications" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_external_id" ON "document_verifications" USING btree ("tenant_id","external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_status" ON "document_verifications" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_status" ON "document_verifications" USING btree ("integration_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_config" ON "document_verifications" USING btree ("tenant_id","document_config_slug","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_config" ON "document_verifications" USING btree ("integration_id","document_config_slug","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_candidate" ON "document_verifications" USING btree ("tenant_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_candidate" ON "document_verifications" USING btree ("integration_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_session" ON "document_verifications" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "verification_sessions_list" ON "verification_sessions" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "verification_sessions_of_integration" ON "verification_sessions" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("tenant_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration" ON "events" USING btree ("integration_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("tenant_id","type","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_type" ON "events" USING btree ("integration_id","type","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_test" ON "events" USING btree ("tenant_id","test","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_test" ON "events" USING btree ("integration_id","test","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_subject" ON "events" USING btree ("tenant_id","subject_id");--> statement-breakpoint
CREATE INDEX "events_by_external_id" ON "events" USING btree ("tenant_id","external_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_request" ON "events" USING btree ("tenant_id","request_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_request" ON "events" USING btree ("integration_id","request_id","created","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_attempts_number" ON "webhook_attempts" USING btree ("delivery_id","number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_status" ON "webhook_deliveries" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_type" ON "webhook_deliveries" USING btree ("tenant_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration" ON "webhook_deliveries" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_status" ON "webhook_deliveries" USING btree ("integration_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_type" ON "webhook_deliveries" USING btree ("integration_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint_by_status" ON "webhook_deliveries" USING btree ("endpoint_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint_by_type" ON "webhook_deliveries" USING btree ("endpoint_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_external_id" ON "webhook_deliveries" USING btree ("tenant_id","external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_event" ON "webhook_deliveries" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_cause" ON "webhook_deliveries" USING btree ("tenant_id","cause","created_at","seq") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_cause" ON "webhook_deliveries" USING btree ("integration_id","cause","created_at","seq") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint_by_cause" ON "webhook_deliveries" USING btree ("endpoint_id","cause","created_at","seq") WHERE cause is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("endpoint_id","status","seq") WHERE status in ('scheduled', 'retrying', 'held');--> statement-breakpoint
CREATE INDEX "webhook_delivery_changes_list" ON "webhook_delivery_changes" USING btree ("tenant_id","transaction","seq");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_list" ON "webhook_endpoints" USING btree ("tenant_id","created_at","seq") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_integration" ON "webhook_endpoints" USING btree ("integration_id","created_at","seq") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_account" ON "webhook_endpoints" USING btree ("tenant_id","created_at","seq") WHERE deleted_at is null and integration_id is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_integrations" ON "webhook_endpoints" USING btree ("tenant_id","created_at","seq") WHERE deleted_at is null and integration_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_overlaps" ON "webhook_endpoints" USING btree ("previous_secret_expires_at","seq") WHERE deleted_at is null and previous_secret_expires_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_listens_of_endpoint" ON "webhook_listens" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_listens_of_tenant" ON "webhook_listens" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "login_links_expiry" ON "login_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_sessions_expiry" ON "login_sessions" USING btree ("expires_at");--> statement-breakpoint
-- Written by hand: drizzle-kit does not generate triggers. Keep it when this migration is generated again.
CREATE FUNCTION "record_delivery_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "public"."webhook_delivery_changes"
		("delivery_id", "tenant_id", "integration_id", "status", "attempt_count", "next_attempt_at", "succeeded_at", "cause", "updated_at")
		VALUES (NEW."id", NEW."tenant_id", NEW."integration_id", NEW."status", NEW."attempt_count", NEW."next_attempt_at", NEW."succeeded_at", NEW."cause", NEW."updated_at");
	RETURN NULL;
END $$;--> statement-breakpoint
-- The changes of a snapshot come back with it: its deliveries are no new ones.
CREATE TRIGGER "webhook_deliveries_created" AFTER INSERT ON "webhook_deliveries" FOR EACH ROW
	WHEN (current_setting('screening.restoring', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION "record_delivery_change"();--> statement-breakpoint
CREATE TRIGGER "webhook_deliveries_changed" AFTER UPDATE ON "webhook_deliveries" FOR EACH ROW
	WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "record_delivery_change"();--> statement-breakpoint
-- Tells the one process on a PGlite that what it has read of the table may have changed. PGlite sets the setting, PostgreSQL does not.
CREATE FUNCTION "tell_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('screening_changes', TG_TABLE_NAME);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "api_keys_told" AFTER INSERT OR DELETE OR TRUNCATE ON "api_keys" FOR EACH STATEMENT
	WHEN (current_setting('screening.tell_changes', true) = 'on') EXECUTE FUNCTION "tell_change"();--> statement-breakpoint
-- To count the uses of a key changes nothing that a request reads.
CREATE TRIGGER "api_keys_changed" AFTER UPDATE ON "api_keys" FOR EACH ROW
	WHEN (current_setting('screening.tell_changes', true) = 'on'
		AND to_jsonb(OLD) - ARRAY['last_used_at', 'requests', 'errors'] IS DISTINCT FROM to_jsonb(NEW) - ARRAY['last_used_at', 'requests', 'errors'])
	EXECUTE FUNCTION "tell_change"();--> statement-breakpoint
CREATE TRIGGER "clock_told" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "clock" FOR EACH STATEMENT
	WHEN (current_setting('screening.tell_changes', true) = 'on') EXECUTE FUNCTION "tell_change"();--> statement-breakpoint
CREATE TRIGGER "faults_told" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "faults" FOR EACH STATEMENT
	WHEN (current_setting('screening.tell_changes', true) = 'on') EXECUTE FUNCTION "tell_change"();--> statement-breakpoint
CREATE TRIGGER "jobs_told" AFTER INSERT OR UPDATE OF "due_at" OR TRUNCATE ON "jobs" FOR EACH STATEMENT
	WHEN (current_setting('screening.tell_changes', true) = 'on') EXECUTE FUNCTION "tell_change"();--> statement-breakpoint
CREATE TRIGGER "tenants_told" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tenants" FOR EACH STATEMENT
	WHEN (current_setting('screening.tell_changes', true) = 'on') EXECUTE FUNCTION "tell_change"();--> statement-breakpoint
-- Some contents take twenty times as long to compress as to store.
ALTER TABLE "file_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;
