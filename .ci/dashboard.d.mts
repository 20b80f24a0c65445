export function builtDashboard(): Promise<string>;
