/** What a runtime gives to the scenarios that run on it. */
export interface ScenarioRuntime {
  /** Such as "files"; a scenario that requires another one is skipped. */
  readonly features: readonly string[];
  /** Makes a world of its own for one scenario. */
  begin(): Promise<ScenarioWorld>;
}

export interface ScenarioWorld {
  readonly door: ScenarioDoor;
  /** Where the store "a" is opened, unless the scenario opens it itself or requires memory. */
  readonly storePath: string;
  /** Closes every store, and removes what they left behind. */
  end(): Promise<void>;
}

/** A command door, near or (in another thread, say) far. */
export interface ScenarioDoor {
  call(command: string): string | Promise<string>;
}
