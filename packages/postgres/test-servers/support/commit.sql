/* a */ COMMIT;
