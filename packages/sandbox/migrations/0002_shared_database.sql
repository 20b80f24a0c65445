CREATE TABLE "engine_lease" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"busy" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_seq_unique";--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" DROP CONSTRAINT "webhook_delivery_changes_delivery_id_webhook_deliveries_id_fk";
--> statement-breakpoint
DROP INDEX "jobs_leased";--> statement-breakpoint
DROP INDEX "document_verifications_pending";--> statement-breakpoint
DROP INDEX "webhook_delivery_changes_list";--> statement-breakpoint
CREATE INDEX "jobs_due_of_endpoint" ON "jobs" USING btree ("endpoint_id","due_at","seq");--> statement-breakpoint
CREATE INDEX "jobs_held" ON "jobs" USING btree ("endpoint_id") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "document_verifications_by_session" ON "document_verifications" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" DROP COLUMN "number";--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" ADD COLUMN "seq" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "webhook_delivery_changes" ADD COLUMN "transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_delivery_changes_list" ON "webhook_delivery_changes" USING btree ("tenant_id","transaction","seq");--> statement-breakpoint
-- Written by hand: drizzle-kit does not generate functions. Keep it when this migration is generated again.
CREATE OR REPLACE FUNCTION "record_delivery_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "public"."webhook_delivery_changes"
		("delivery_id", "tenant_id", "integration_id", "status", "attempt_count", "next_attempt_at", "succeeded_at")
		VALUES (NEW."id", NEW."tenant_id", NEW."integration_id", NEW."status", NEW."attempt_count", NEW."next_attempt_at", NEW."succeeded_at");
	RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "counters" WHERE "kind" = 'delivery_change';
