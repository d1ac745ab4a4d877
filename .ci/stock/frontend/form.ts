// sample: frontend-form-errors
