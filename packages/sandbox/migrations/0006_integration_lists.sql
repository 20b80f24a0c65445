DROP INDEX "api_keys_of_integration";--> statement-breakpoint
DROP INDEX "api_requests_of_integration";--> statement-breakpoint
DROP INDEX "document_verifications_of_integration";--> statement-breakpoint
DROP INDEX "document_verifications_of_integration_by_status";--> statement-breakpoint
DROP INDEX "document_verifications_of_integration_by_config";--> statement-breakpoint
DROP INDEX "verification_sessions_of_integration";--> statement-breakpoint
DROP INDEX "events_of_integration";--> statement-breakpoint
DROP INDEX "events_of_integration_by_type";--> statement-breakpoint
DROP INDEX "events_of_integration_by_test";--> statement-breakpoint
DROP INDEX "webhook_deliveries_of_integration";--> statement-breakpoint
DROP INDEX "webhook_deliveries_of_integration_by_status";--> statement-breakpoint
DROP INDEX "webhook_deliveries_of_integration_by_type";--> statement-breakpoint
DROP INDEX "webhook_endpoints_of_integration";--> statement-breakpoint
CREATE INDEX "api_keys_of_integration" ON "api_keys" USING btree ("integration_id","seq");--> statement-breakpoint
CREATE INDEX "api_requests_of_integration" ON "api_requests" USING btree ("integration_id","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration" ON "document_verifications" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_status" ON "document_verifications" USING btree ("integration_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "document_verifications_of_integration_by_config" ON "document_verifications" USING btree ("integration_id","document_config_slug","created_at","seq");--> statement-breakpoint
CREATE INDEX "verification_sessions_of_integration" ON "verification_sessions" USING btree ("integration_id","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration" ON "events" USING btree ("integration_id","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_type" ON "events" USING btree ("integration_id","type","created","seq");--> statement-breakpoint
CREATE INDEX "events_of_integration_by_test" ON "events" USING btree ("integration_id","test","created","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration" ON "webhook_deliveries" USING btree ("integration_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_status" ON "webhook_deliveries" USING btree ("integration_id","status","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_integration_by_type" ON "webhook_deliveries" USING btree ("integration_id","event_type","created_at","seq");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_integration" ON "webhook_endpoints" USING btree ("integration_id","seq") WHERE deleted_at is null;