import fc from 'fast-check';

// A `setupFiles` of every run. The weekly one sets FUZZ_SEED, to try what no run before has tried.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1) });
