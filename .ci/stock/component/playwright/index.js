// sample: component-hooks
