CREATE TABLE "adverse_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "adverse_actions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"report_id" text NOT NULL,
	"candidate_id" text NOT NULL,
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
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bulk_imports_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"file_name" text NOT NULL,
	"role_id" text,
	"status" text NOT NULL,
	"content" "bytea",
	"row_count" integer NOT NULL,
	"valid_count" integer NOT NULL,
	"pending_count" integer NOT NULL,
	"missing_count" integer NOT NULL,
	"file_issues" json NOT NULL,
	"committed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "candidates" ADD COLUMN "role_id" text;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "authorization_source" text;--> statement-breakpoint
ALTER TABLE "candidates" ADD COLUMN "authorized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_verifications" ADD COLUMN "candidate_id" text;--> statement-breakpoint
ALTER TABLE "adverse_actions" ADD CONSTRAINT "adverse_actions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adverse_actions" ADD CONSTRAINT "adverse_actions_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_import_rows" ADD CONSTRAINT "bulk_import_rows_import_id_bulk_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bulk_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "adverse_actions_list" ON "adverse_actions" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_of_report" ON "adverse_actions" USING btree ("tenant_id","report_id","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_of_candidate" ON "adverse_actions" USING btree ("tenant_id","candidate_id","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_by_stage" ON "adverse_actions" USING btree ("tenant_id","stage","seq");--> statement-breakpoint
CREATE INDEX "adverse_actions_by_status" ON "adverse_actions" USING btree ("tenant_id","status","seq");--> statement-breakpoint
CREATE INDEX "bulk_import_rows_list" ON "bulk_import_rows" USING btree ("import_id","line");--> statement-breakpoint
CREATE INDEX "bulk_import_rows_by_status" ON "bulk_import_rows" USING btree ("import_id","status","line");--> statement-breakpoint
CREATE INDEX "bulk_imports_list" ON "bulk_imports" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "bulk_imports_by_status" ON "bulk_imports" USING btree ("tenant_id","status","seq");--> statement-breakpoint
CREATE INDEX "invitations_list" ON "invitations" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "invitations_of_candidate" ON "invitations" USING btree ("tenant_id","candidate_id","seq");--> statement-breakpoint
CREATE INDEX "invitations_by_status" ON "invitations" USING btree ("tenant_id","status","seq");--> statement-breakpoint
CREATE INDEX "packages_list" ON "packages" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "packages_by_archived" ON "packages" USING btree ("tenant_id","archived","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_by_slug" ON "packages" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "checks_of_report" ON "checks" USING btree ("report_id","seq");--> statement-breakpoint
CREATE INDEX "reports_list" ON "reports" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_of_candidate" ON "reports" USING btree ("tenant_id","candidate_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_of_package" ON "reports" USING btree ("tenant_id","package_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_status" ON "reports" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_result" ON "reports" USING btree ("tenant_id","result","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_adjudication" ON "reports" USING btree ("tenant_id","adjudication","created_at","seq");--> statement-breakpoint
CREATE INDEX "reports_by_work_state" ON "reports" USING btree ("tenant_id","work_state","created_at","seq");--> statement-breakpoint
CREATE INDEX "onboardings_list" ON "onboardings" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "onboardings_of_candidate" ON "onboardings" USING btree ("tenant_id","candidate_id","seq");--> statement-breakpoint
CREATE INDEX "onboardings_of_role" ON "onboardings" USING btree ("tenant_id","role_id","seq");--> statement-breakpoint
CREATE INDEX "roles_list" ON "roles" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "roles_by_archived" ON "roles" USING btree ("tenant_id","archived","seq");--> statement-breakpoint
CREATE INDEX "roles_of_package" ON "roles" USING btree ("package_id","archived","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_by_slug" ON "roles" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "tenants_of_partner" ON "tenants" USING btree ("partner_id","seq");--> statement-breakpoint
CREATE INDEX "tenants_of_partner_by_status" ON "tenants" USING btree ("partner_id","status","seq");--> statement-breakpoint
ALTER TABLE "document_verifications" ADD CONSTRAINT "document_verifications_candidate_id_candidates_id_fk" FOREIGN KEY ("candidate_id") REFERENCES "public"."candidates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "candidates_by_lower_email" ON "candidates" USING btree ("tenant_id",lower("email"));--> statement-breakpoint
CREATE INDEX "candidates_by_role" ON "candidates" USING btree ("tenant_id","role_id","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_candidate" ON "document_verifications" USING btree ("candidate_id","created_at","seq");