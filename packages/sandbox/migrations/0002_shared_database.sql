CREATE TABLE "engine_lease" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"busy" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_seq_unique";--> statement-breakpoint
ALTER TABLE "api_requests" DROP CONSTRAINT "api_requests_seq_unique";--> statement-breakpoint
ALTER TABLE "integrations" DROP CONSTRAINT "integrations_seq_unique";--> statement-breakpoint
ALTER TABLE "candidates" DROP CONSTRAINT "candidates_seq_unique";--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_seq_unique";--> statement-breakpoint
ALTER TABLE "document_configs" DROP CONSTRAINT "document_configs_seq_unique";--> statement-breakpoint
ALTER TABLE "document_verifications" DROP CONSTRAINT "document_verifications_seq_unique";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_seq_unique";--> statement-breakpoint
ALTER TABLE "verification_sessions" DROP CONSTRAINT "verification_sessions_seq_unique";--> statement-breakpoint
ALTER TABLE "verification_sources" DROP CONSTRAINT "verification_sources_seq_unique";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_seq_unique";--> statement-breakpoint
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_seq_unique";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_seq_unique";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_seq_unique";--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" DROP CONSTRAINT "webhook_delivery_changes_delivery_id_webhook_deliveries_id_fk";
--> statement-breakpoint
DROP INDEX "jobs_leased";--> statement-breakpoint
DROP INDEX "document_verifications_by_integration";--> statement-breakpoint
DROP INDEX "document_verifications_pending";--> statement-breakpoint
DROP INDEX "webhook_deliveries_by_endpoint";--> statement-breakpoint
DROP INDEX "webhook_delivery_changes_list";--> statement-breakpoint
DROP INDEX "webhook_endpoints_by_integration";--> statement-breakpoint
DROP INDEX "candidates_by_external_id";--> statement-breakpoint
DROP INDEX "candidates_by_email";--> statement-breakpoint
DROP INDEX "document_verifications_list";--> statement-breakpoint
DROP INDEX "document_verifications_by_external_id";--> statement-breakpoint
DROP INDEX "events_list";--> statement-breakpoint
DROP INDEX "events_by_subject";--> statement-breakpoint
DROP INDEX "webhook_deliveries_list";--> statement-breakpoint
DROP INDEX "webhook_deliveries_by_status";--> statement-breakpoint
DROP INDEX "webhook_endpoints_list";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "event_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "api_keys_of_integration" ON "api_keys" USING btree ("tenant_id","integration_id","seq");--> statement-breakpoint
CREATE INDEX "api_keys_by_origin" ON "api_keys" USING gin ("allowed_origins") WHERE scope = 'candidate_create' and revoked_at is null;--> statement-breakpoint
CREATE INDEX "api_requests_of_integration" ON "api_requests" USING btree ("tenant_id","integration_id","seq");--> statement-breakpoint
CREATE INDEX "integrations_by_slug" ON "integrations" USING btree ("tenant_id","slug");--> statement-breakpoint
CREATE INDEX "candidates_by_status" ON "candidates" USING btree ("tenant_id","status","seq");--> statement-breakpoint
CREATE INDEX "jobs_due_of_endpoint" ON "jobs" USING btree ("endpoint_id","due_at","seq");--> statement-breakpoint
CREATE INDEX "jobs_due_of_none" ON "jobs" USING btree ("due_at","seq") WHERE endpoint_id is null;--> statement-breakpoint
CREATE INDEX "jobs_held" ON "jobs" USING btree ("endpoint_id") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration" ON "document_verifications" USING btree ("tenant_id","integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_status" ON "document_verifications" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_status" ON "document_verifications" USING btree ("tenant_id","integration_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_config" ON "document_verifications" USING btree ("tenant_id","document_config_slug","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_config" ON "document_verifications" USING btree ("tenant_id","integration_id","document_config_slug","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_session" ON "document_verifications" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "verification_sessions_of_integration" ON "verification_sessions" USING btree ("tenant_id","integration_id","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration" ON "events" USING btree ("tenant_id","integration_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("tenant_id","type","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_type" ON "events" USING btree ("tenant_id","integration_id","type","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_test" ON "events" USING btree ("tenant_id","test","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_test" ON "events" USING btree ("tenant_id","integration_id","test","created","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_type" ON "webhook_deliveries" USING btree ("tenant_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration" ON "webhook_deliveries" USING btree ("tenant_id","integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_status" ON "webhook_deliveries" USING btree ("tenant_id","integration_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_type" ON "webhook_deliveries" USING btree ("tenant_id","integration_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint_by_status" ON "webhook_deliveries" USING btree ("endpoint_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint_by_type" ON "webhook_deliveries" USING btree ("endpoint_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("endpoint_id","status","seq") WHERE status in ('scheduled', 'retrying', 'held');--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_integration" ON "webhook_endpoints" USING btree ("tenant_id","integration_id","seq") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_account" ON "webhook_endpoints" USING btree ("tenant_id","seq") WHERE deleted_at is null and integration_id is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_integrations" ON "webhook_endpoints" USING btree ("tenant_id","seq") WHERE deleted_at is null and integration_id is not null;--> statement-breakpoint
CREATE INDEX "candidates_by_external_id" ON "candidates" USING btree ("tenant_id","external_id","seq");--> statement-breakpoint
CREATE INDEX "candidates_by_email" ON "candidates" USING btree ("tenant_id","email","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_list" ON "document_verifications" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_by_external_id" ON "document_verifications" USING btree ("tenant_id","external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("tenant_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_by_subject" ON "events" USING btree ("tenant_id","subject_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("tenant_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_status" ON "webhook_deliveries" USING btree ("tenant_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_list" ON "webhook_endpoints" USING btree ("tenant_id","seq") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" DROP COLUMN "number";--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" ADD COLUMN "seq" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" ADD COLUMN "transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_delivery_changes_list" ON "webhook_delivery_changes" USING btree ("tenant_id","transaction","seq");--> statement-breakpoint
-- Written by hand. Keep it when this migration is generated again.
-- PostgreSQL had made one constraint of the primary key and the unique one that is dropped above.
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_pkey" PRIMARY KEY ("seq");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_delivery_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "public"."webhook_delivery_changes"
		("delivery_id", "tenant_id", "integration_id", "status", "attempt_count", "next_attempt_at", "succeeded_at")
		VALUES (NEW."id", NEW."tenant_id", NEW."integration_id", NEW."status", NEW."attempt_count", NEW."next_attempt_at", NEW."succeeded_at");
	RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "counters" WHERE "kind" = 'delivery_change';--> statement-breakpoint
UPDATE "webhook_deliveries" SET "event_type" = "events"."type", "test" = "events"."test" FROM "events" WHERE "events"."id" = "event_id";
